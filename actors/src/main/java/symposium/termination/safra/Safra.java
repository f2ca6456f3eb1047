package symposium.termination.safra;

import static symposium.termination.safra.Safra.Rule.ANNOUNCES;
import static symposium.termination.safra.Safra.Rule.HEARS;
import static symposium.termination.safra.Safra.Rule.RULE_0_RECEIVES;
import static symposium.termination.safra.Safra.Rule.RULE_0_SENDS;
import static symposium.termination.safra.Safra.Rule.RULE_1_KEEPS;
import static symposium.termination.safra.Safra.Rule.RULE_3_PASSES;
import static symposium.termination.safra.Safra.Rule.RULE_5_PROBES;
import static symposium.termination.safra.Safra.Rule.STOPS;
import static symposium.termination.safra.Safra.Rule.TOKEN_ARRIVES;
import static symposium.termination.safra.Safra.Timer.TOKEN_RESTS;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.termination.TerminationDetection;
import symposium.termination.TerminationDetection.Input;
import symposium.termination.TerminationDetection.Output;
import symposium.termination.TerminationDetection.User;

/**
 * One machine of Safra's termination detection (EWD998). Machine 0 sends a token round, from machine N - 1 down to
 * itself. The token adds up what the machines have sent and not received, and is blackened by machines that have
 * received something since it passed them last.
 */
public class Safra implements Protocol<Safra.State, Safra.Message, Input, Output> {

    /** The messages of the detection, and those of the computation. */
    public sealed interface Message extends Printable {}

    /** A message of the computation. */
    public record Work() implements Message {}

    /**
     * The token of a probe.
     *
     * @param black whether some machine that it has passed was black
     * @param sum q: the sum of the counters of the machines that it has passed
     */
    public record Token(boolean black, int sum) implements Message {}

    /** The computation has terminated. */
    public record Terminated() implements Message {}

    /**
     * A machine.
     *
     * @param neighbours all other machines
     * @param next the machine to which the token goes from here; none if it is alone
     * @param previous the machine from which the token comes
     * @param first whether it is machine 0, which begins the probes
     * @param active whether its user is active
     * @param count c: the number of messages of the computation sent, less that of those received
     * @param black whether it has received such a message since the token left it last
     * @param token the token, while it is here
     */
    @RecordBuilder
    public record State(
            Neighbours neighbours,
            Optional<Neighbour> next,
            Optional<Neighbour> previous,
            boolean first,
            boolean active,
            int count,
            boolean black,
            Optional<Token> token)
            implements SafraStateBuilder.With {

        /** Whether the token is here. */
        public boolean holdsToken() {
            return token.isPresent();
        }
    }

    /** What happens to a machine; the numbers are those of the rules in EWD998. */
    public enum Rule implements symposium.kernel.Rule {
        /** A message of the computation is sent: c := c + 1. */
        RULE_0_SENDS,
        /** One is received: c := c - 1, and by rule 2 the machine turns black. */
        RULE_0_RECEIVES,
        /** The machine becomes passive. */
        STOPS,
        /** The token comes to an active machine, which keeps it. */
        RULE_1_KEEPS,
        /** The token comes to a passive machine. */
        TOKEN_ARRIVES,
        /** Machine i + 1 passes the token to machine i: adds c, blackens it if it is black itself, and turns white. */
        RULE_3_PASSES,
        /** After a probe without success machine 0 turns white, and begins another by a white token. */
        RULE_5_PROBES,
        /** The probe has succeeded: machine 0 announces the termination. */
        ANNOUNCES,
        /** Another machine hears of the termination. */
        HEARS;

        @Override
        public String label() {
            String name = name().toLowerCase(Locale.ROOT);
            return name.startsWith("rule_") ? name.replaceFirst("_", ".").replace('_', ' ') : name.replace('_', '.');
        }
    }

    /** How long the token stays with a passive machine. */
    public enum Timer implements symposium.kernel.Timer {
        /** The token stays. */
        TOKEN_RESTS
    }

    private final ProcessId zero;

    /** @param zero machine 0 */
    public Safra(ProcessId zero) {
        this.zero = zero;
    }

    /** At the start the token is with machine 0, and black: no probe has succeeded. */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        List<ProcessId> below = neighbours.all().stream()
                .map(Neighbour::id)
                .filter(id -> id.compareTo(self) < 0)
                .toList();
        List<ProcessId> above = neighbours.all().stream()
                .map(Neighbour::id)
                .filter(id -> id.compareTo(self) > 0)
                .toList();
        Optional<ProcessId> next = greatest(below).or(() -> greatest(above));
        Optional<ProcessId> previous = least(above).or(() -> least(below));
        boolean first = self.equals(zero);
        Optional<Token> token = first ? Optional.of(new Token(true, 0)) : Optional.empty();
        return new State(
                neighbours, next.map(Neighbour::of), previous.map(Neighbour::of), first, true, 0, false, token);
    }

    private static Optional<ProcessId> greatest(List<ProcessId> some) {
        return some.stream().max(Comparator.naturalOrder());
    }

    private static Optional<ProcessId> least(List<ProcessId> some) {
        return some.stream().min(Comparator.naturalOrder());
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        if (input instanceof Input.Stop) {
            step.by(STOPS, p.withActive(false));
            return p.holdsToken() ? step.schedule(TOKEN_RESTS) : step;
        }
        Optional<Neighbour> to = recipient((Input.Send) input, p);
        if (to.isEmpty()) {
            return step.by(RULE_0_SENDS);
        }
        return step.by(RULE_0_SENDS, p.withCount(p.count() + 1)).send(to.get(), new Work());
    }

    /** The machines follow one another as the token goes. */
    private static Optional<Neighbour> recipient(Input.Send sent, State p) {
        return p.next().map(next -> {
            List<Neighbour> others = p.neighbours().all().stream()
                    .sorted(Comparator.comparing(Neighbour::id).reversed())
                    .toList();
            int distance = sent.on() > 0 ? sent.on() - 1 : sent.on();
            return others.get(Math.floorMod(others.indexOf(next) + distance, others.size()));
        });
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Token token) {
            step.by(p.active() ? RULE_1_KEEPS : TOKEN_ARRIVES, p.withToken(Optional.of(token)));
            return p.active() ? step : step.schedule(TOKEN_RESTS);
        }
        if (message instanceof Terminated) {
            return step.by(HEARS).tell(Output.TERMINATED);
        }
        step.by(
                RULE_0_RECEIVES,
                p.with(next -> next.count(p.count() - 1).black(true).active(true)));
        if (p.active()) {
            return step;
        }
        return (p.holdsToken() ? step.cancel(TOKEN_RESTS) : step).tell(Output.ACTIVATED);
    }

    /** The machine is passive, and the token is here. */
    @Override
    public Transition<State, Message, Output> onTimeout(
            symposium.kernel.Timer timer, State p, Transition<State, Message, Output> step) {
        Token token = p.token().orElseThrow();
        State without = p.withToken(Optional.empty());
        if (!p.first()) {
            return step.by(RULE_3_PASSES, without.withBlack(false))
                    .send(p.next().orElseThrow(), new Token(token.black() || p.black(), token.sum() + p.count()));
        }
        if (succeeds(p, token)) {
            return step.by(ANNOUNCES, without).tell(Output.TERMINATED).sendAll(p.neighbours(), new Terminated());
        }
        return step.by(RULE_5_PROBES, without.withBlack(false)).send(p.next().orElseThrow(), new Token(false, 0));
    }

    /** Whether the token back at passive machine 0 proves the termination: both are white, and q + c.0 = 0. */
    boolean succeeds(State p, Token token) {
        boolean alone = p.next().isEmpty();
        return alone || !token.black() && !p.black() && token.sum() + p.count() == 0;
    }

    /** The catalogue entry. */
    public static final class Entry extends Algorithm<State, Message, User, Input, Output> {
        public Entry() {
            super(TerminationDetection.<State, Message>algorithm("safra", Message.class)
                    .withPaper(Paper.of("E. W. Dijkstra, Shmuel Safra's version of termination detection, EWD998, 1987")
                            .withCost("n for each probe, and n - 1 for the announcement"))
                    .withSystem(SystemModel.of(Channels.UNORDERED, Shape.COMPLETE)
                            .withAssumptions(
                                    "nothing is lost or duplicated, nobody crashes; messages may overtake each other"))
                    .messages(sent -> sent.withAnnouncement(Terminated.class::isInstance))
                    .withTimers(List.of(Timer.values()))
                    .withProtocol(start -> new Safra(start.holder()))
                    .checks(checks -> checks.reachableAlone(RULE_0_SENDS, STOPS, ANNOUNCES)
                            .withInvariants(SafraChecks.invariants())
                            .withVariants(SafraChecks::variants)));
        }
    }
}
