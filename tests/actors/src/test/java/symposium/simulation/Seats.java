package symposium.simulation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.problem.Problem;

/**
 * A problem in which no two neighbours sit at once, for tests of what a run checks of users.
 *
 * @param seats what a user that stands may ask for
 */
record Seats(List<String> seats) implements Problem<Seats.Place, String, String> {

    static final String NEIGHBOURS_DO_NOT_SIT_TOGETHER = "neighbours do not sit together";
    static final Seats ONE = new Seats(List.of("sit"));

    enum Place {
        STANDS,
        WAITS,
        SITS
    }

    private enum Does implements Rule {
        SEATS;

        @Override
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Every process seats its user at once, and tells it so this number of times. */
    static Protocol<Neighbours, String, String, String> usher(int times) {
        return new Protocol<>() {
            @Override
            public List<Does> rules() {
                return List.of(Does.values());
            }

            @Override
            public Neighbours initial(ProcessId self, Neighbours neighbours) {
                return neighbours;
            }

            @Override
            public Step<Neighbours, String, String> step(Neighbours neighbours, Event<String, String> event) {
                Step<Neighbours, String, String> step = Step.by(Does.SEATS, neighbours);
                boolean asked = event instanceof Event.Input<String, String> input && ONE.demands(input.input());
                for (int told = 0; asked && told < times; told++) {
                    step = step.tell("seated");
                }
                return step;
            }
        };
    }

    @Override
    public String name() {
        return "seats";
    }

    @Override
    public Place initial() {
        return Place.STANDS;
    }

    @Override
    public List<String> mayAsk(Place place) {
        return switch (place) {
            case STANDS -> seats;
            case WAITS -> List.of();
            case SITS -> List.of("rise");
        };
    }

    @Override
    public boolean demands(String input) {
        return !input.equals("rise");
    }

    @Override
    public Place asked(Place place, String input) {
        return demands(input) ? Place.WAITS : Place.STANDS;
    }

    @Override
    public Place told(Place place, String output) {
        if (place != Place.WAITS) {
            throw new IllegalStateException("nobody waits");
        }
        return Place.SITS;
    }

    @Override
    public boolean waits(Place place) {
        return place == Place.WAITS;
    }

    @Override
    public Optional<String> excludesNeighbours(Place place) {
        return place == Place.SITS ? Optional.of(NEIGHBOURS_DO_NOT_SIT_TOGETHER) : Optional.empty();
    }

    @Override
    public boolean serves(String output) {
        return true;
    }
}
