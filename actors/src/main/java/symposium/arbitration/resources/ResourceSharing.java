package symposium.arbitration.resources;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.LongFunction;
import symposium.kernel.IncreasingNumbers;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/**
 * Sets of resources, each taken as a whole: no resource is in two sets that are taken at the same time, and a user that
 * asks for a set has it in the end.
 *
 * <p>Stated over {@link Request} and {@link Grant} alone.
 */
public final class ResourceSharing
        implements Problem<ResourceSharing.User, ResourceSharing.Request, ResourceSharing.Grant> {

    /** The name of the invariant of fences. */
    public static final String FENCES_GROW = "a resource is taken under a greater fence than ever before";

    /** The name of the invariant of fences within a generation. */
    public static final String FENCES_GROW_WITHIN_GENERATION =
            "a resource is taken under a greater fence than ever before in the same generation";

    /** What a user asks. */
    public sealed interface Request {

        /** By which the user tells its requests apart; no two of those that it waits for or has taken share one. */
        long ticket();

        /**
         * To take all of these resources at once, at any later time.
         *
         * @param ticket any number that is in no other use with this user
         * @param resources their names; at least one, none blank
         */
        record Take(long ticket, SortedSet<String> resources) implements Request {
            public Take {
                resources = Sorted.set(resources);
            }

            @Override
            public String toString() {
                return "take " + resources + " for " + ticket;
            }
        }

        /** To give back what has been taken with this ticket. */
        record Release(long ticket) implements Request {
            @Override
            public String toString() {
                return "release " + ticket;
            }
        }
    }

    /** What a user is told. */
    public sealed interface Grant {

        /** The ticket of the user's request. */
        long ticket();

        /**
         * All that was asked for is the user's.
         *
         * @param resources all of it
         * @param fence greater than those under which any of these resources has been taken before
         */
        record Taken(long ticket, SortedSet<String> resources, Fence fence) implements Grant {
            public Taken {
                resources = Sorted.set(resources);
            }

            @Override
            public String toString() {
                return "taken " + resources + " for " + ticket + " under " + fence;
            }
        }

        /** All that was taken with this ticket is the user's no more: too few processes are within reach. */
        record Lost(long ticket, Fence fence) implements Grant {
            @Override
            public String toString() {
                return "lost for " + ticket;
            }
        }
    }

    /**
     * What a user asked for with one ticket.
     *
     * @param taken whether it has it
     */
    public record Claim(SortedSet<String> resources, boolean taken) {}

    /**
     * What a user waits for and has.
     *
     * @param claims what it waits for and what it has, by ticket
     */
    public record User(SortedMap<Long, Claim> claims) {

        /** Whether the user has anything. */
        public boolean has() {
            return claims.values().stream().anyMatch(Claim::taken);
        }

        /** Whether the user waits for anything. */
        public boolean waits() {
            return !claims.values().stream().allMatch(Claim::taken);
        }

        User with(long ticket, Claim claim) {
            return new User(Sorted.with(claims, ticket, claim));
        }

        User without(long ticket) {
            return new User(Sorted.without(claims, ticket));
        }
    }

    private static final Observer<Grant> FENCES =
            new IncreasingNumbers<>(FENCES_GROW, (process, grant) -> fences(grant, generation -> ""));

    private static final Observer<Grant> FENCES_WITHIN_GENERATION = new IncreasingNumbers<>(
            FENCES_GROW_WITHIN_GENERATION,
            (process, grant) -> fences(grant, generation -> " in generation " + generation));

    private final List<SortedSet<String>> choices;
    private final int tickets;
    private final Observer<Grant> observer;

    /**
     * The problem for users who take one of these sets at a time, or several.
     *
     * @param choices what a user may ask for; a bounded exploration lets each ask for each of these
     * @param tickets how many it may wait for or have at once, 1 or more
     */
    public ResourceSharing(List<Set<String>> choices, int tickets) {
        this(choices.stream().map(Sorted::set).toList(), tickets, FENCES);
    }

    private ResourceSharing(List<SortedSet<String>> choices, int tickets, Observer<Grant> observer) {
        this.choices = choices;
        this.tickets = tickets;
        this.observer = observer;
    }

    @Override
    public String name() {
        return "sharing of resources";
    }

    @Override
    public User initial() {
        return new User(Sorted.map());
    }

    @Override
    public List<Request> mayAsk(User user) {
        List<Request> requests = new ArrayList<>();
        user.claims().forEach((ticket, claim) -> {
            if (claim.taken()) {
                requests.add(new Request.Release(ticket));
            }
        });
        long unused = 1;
        while (user.claims().containsKey(unused)) {
            unused++;
        }
        for (SortedSet<String> choice : unused <= tickets ? choices : List.<SortedSet<String>>of()) {
            requests.add(new Request.Take(unused, choice));
        }
        return requests;
    }

    @Override
    public boolean demands(Request request) {
        return request instanceof Request.Take;
    }

    @Override
    public boolean owed(Request request) {
        return request instanceof Request.Release;
    }

    @Override
    public User asked(User user, Request request) {
        return request instanceof Request.Take take
                ? user.with(take.ticket(), new Claim(take.resources(), false))
                : user.without(request.ticket());
    }

    @Override
    public User told(User user, Grant grant) {
        Claim claim = user.claims().get(grant.ticket());
        if (grant instanceof Grant.Taken taken) {
            if (!new Claim(taken.resources(), false).equals(claim)) {
                throw new InvariantViolation("who takes has asked for that", grant + " to a user who " + user);
            }
            return user.with(grant.ticket(), new Claim(taken.resources(), true));
        }
        if (claim == null || !claim.taken()) {
            throw new InvariantViolation("who loses has taken", grant + " to a user who " + user);
        }
        return user.without(grant.ticket());
    }

    @Override
    public boolean waits(User user) {
        return user.waits();
    }

    @Override
    public boolean serves(Grant grant) {
        return grant instanceof Grant.Taken;
    }

    @Override
    public Observer<Grant> observer() {
        return observer;
    }

    @Override
    public ResourceSharing underSuspicion() {
        return new ResourceSharing(choices, tickets, FENCES_WITHIN_GENERATION);
    }

    @Override
    public Set<String> untrueUnderSuspicion() {
        return Set.of(ResourceAllocationChecks.NO_RESOURCE_TWICE);
    }

    /** The fence of each resource that is taken, by its name and what tells generations apart. */
    private static Map<String, Fence> fences(Grant grant, LongFunction<String> generations) {
        SortedMap<String, Fence> fences = new TreeMap<>();
        if (grant instanceof Grant.Taken taken) {
            String generation = generations.apply(taken.fence().generation());
            taken.resources().forEach(resource -> fences.put(resource + generation, taken.fence()));
        }
        return fences;
    }
}
