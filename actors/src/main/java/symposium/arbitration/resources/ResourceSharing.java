package symposium.arbitration.resources;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.arbitration.resources.Claim.Stage;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.mutex.Fence;

/**
 * Sets of resources, each taken as a whole: no resource is taken beyond its capacity, and a user that asks for a set
 * has it in the end. Resources that are taken exclusively are in no two sets at once.
 *
 * <p>Stated over {@link Request} and {@link Grant} alone.
 */
public final class ResourceSharing
        implements Problem<ResourceSharing.User, ResourceSharing.Request, ResourceSharing.Grant> {

    /** The name of the invariant that no resource is taken beyond its capacity. */
    public static final String WITHIN_CAPACITY = "no resource is taken beyond its capacity";

    /** The name of the invariant of fences. */
    public static final String FENCES_GROW =
            "of two sessions that exclude each other, the one that takes later has the greater fence";

    /** The name of the invariant of fences within a generation. */
    public static final String FENCES_GROW_WITHIN_GENERATION =
            "of two sessions of one generation that exclude each other, the one that takes later has the greater fence";

    /** The name of the invariant of sessions that outlive their process. */
    public static final String TAKEN_OVER = "what is taken over has been taken by nobody that it excludes since";

    /** The name of the invariant of the fences that users know. */
    public static final String KNOWN = "who takes over knows the fence under which the user has it, however often";

    /** The name of the invariant of users who may not know what has become of their sessions. */
    public static final String BELIEVED =
            "what is lost, or taken over, is taken by nobody else in the generation that its user knows";

    /** What a user asks. */
    public sealed interface Request {

        /** By which the user tells its requests apart; no two of those that it waits for or has taken share one. */
        long ticket();

        /**
         * To take all of these resources at once.
         *
         * @param ticket any number that is in no other use with this user; of requests that are tabled together, the
         *     least is tabled first
         * @param modes their names, each with how it is taken; at least one, none blank
         * @param waits whether it waits for what is not free; if not, the answer to that is {@link Grant.NotFree}
         */
        record Take(long ticket, SortedMap<String, Mode> modes, boolean waits) implements Request {
            public Take {
                modes = Sorted.map(modes);
            }

            /** To take them at any later time. */
            public Take(long ticket, SortedMap<String, Mode> modes) {
                this(ticket, modes, true);
            }

            @Override
            public String toString() {
                return (waits ? "take " : "try ") + Mode.print(modes) + " for " + ticket;
            }
        }

        /**
         * That another process takes over what is taken with this ticket, or will be, when this one departs. The answer
         * is {@link Grant.BackedUp} after it has been taken and a process is its backup, and again when another is. A
         * release, or a loss, is followed by {@link Grant.Ended}, and until then the ticket is in use.
         *
         * @param key by which the user of the other process knows it
         */
        record Keep(long ticket, String key) implements Request {
            @Override
            public String toString() {
                return "keep " + key + " for " + ticket;
            }
        }

        /** To give back what has been taken with this ticket. */
        record Release(long ticket) implements Request {
            @Override
            public String toString() {
                return "release " + ticket;
            }
        }

        /**
         * To end the use of this ticket, whatever has become of it: a session that waits gives up, and one that has
         * just taken its resources gives them back. The answer is {@link Grant.Withdrawn}.
         */
        record Withdraw(long ticket) implements Request {
            @Override
            public String toString() {
                return "withdraw " + ticket;
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
         * @param modes all of it, as it was asked for
         * @param fence greater than those under which any of these resources has been taken before in a mode that
         *     excludes this one
         */
        record Taken(long ticket, SortedMap<String, Mode> modes, Fence fence) implements Grant {
            public Taken {
                modes = Sorted.map(modes);
            }

            /** All of these are the user's exclusively. */
            public Taken(long ticket, SortedSet<String> resources, Fence fence) {
                this(ticket, Mode.exclusively(resources), fence);
            }

            @Override
            public String toString() {
                return "taken " + Mode.print(modes) + " for " + ticket + " under " + fence;
            }
        }

        /** What has been taken with this ticket, and is to be kept, is taken over when the process departs. */
        record BackedUp(long ticket) implements Grant {
            @Override
            public String toString() {
                return "backed up for " + ticket;
            }
        }

        /** What was to be kept has ended, and is taken over by no process. */
        record Ended(long ticket) implements Grant {
            @Override
            public String toString() {
                return "ended for " + ticket;
            }
        }

        /**
         * The user's process takes over what the user of a departed process has taken. The user waits for it now, under
         * a ticket below zero, before all others, as if it had asked: it is told {@link Taken}, or {@link NotFree} if
         * it is lost.
         *
         * @param key of the request to {@linkplain Request.Keep keep} it
         * @param fence under which the departed process had taken it
         * @param known the fence under which its user knows it: that of the process that took it first
         */
        record TakingOver(long ticket, String key, SortedMap<String, Mode> modes, Fence fence, Fence known)
                implements Grant {
            public TakingOver {
                modes = Sorted.map(modes);
            }

            @Override
            public String toString() {
                return "taking over " + Mode.print(modes) + " of " + key + " under " + fence
                        + (known.equals(fence) ? "" : ", known as " + known) + " for " + ticket;
            }
        }

        /** All that was taken with this ticket is no longer the user's: too few processes are within reach. */
        record Lost(long ticket, Fence fence) implements Grant {
            @Override
            public String toString() {
                return "lost for " + ticket;
            }
        }

        /**
         * A take that does not wait has ended without effect: what it takes is not all free, or is promised to sessions
         * that wait, or too few processes are within reach.
         */
        record NotFree(long ticket) implements Grant {
            @Override
            public String toString() {
                return "not free for " + ticket;
            }
        }

        /**
         * The one answer to each {@link Request.Withdraw}, and the last that is told of the ticket. The user waits for
         * nothing with it and has nothing, also if {@link Taken}, {@link Lost} or {@link NotFree} came between the two.
         */
        record Withdrawn(long ticket) implements Grant {
            @Override
            public String toString() {
                return "withdrawn " + ticket;
            }
        }

        /**
         * Another process takes the user's process for departed. The user waits for nothing and has nothing, whatever
         * the ticket: what it had is {@link Lost} before. Each later take has this answer. Only the next incarnation of
         * the process is served.
         */
        record Excluded() implements Grant {
            /** 0: it concerns all tickets. */
            @Override
            public long ticket() {
                return 0;
            }

            @Override
            public String toString() {
                return "excluded";
            }
        }
    }

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

        /**
         * What is taken with this ticket is no longer the user's; the ticket is in use until it ends, if it was kept.
         */
        User ends(long ticket) {
            Claim claim = claims.get(ticket);
            return claim.kept() ? with(ticket, claim.in(Stage.ENDING)) : without(ticket);
        }

        User without(long ticket) {
            return new User(Sorted.without(claims, ticket));
        }
    }

    private final List<Choice> choices;
    private final int tickets;
    private final boolean withdrawal;
    private final boolean keeping;
    private final Observer<Grant> fences;

    /**
     * The problem for users who take one of these sets at a time, or several; exclusively, and waiting for them.
     *
     * @param choices what a user may ask for; a bounded exploration lets each ask for each of these
     * @param tickets how many it may wait for or have at once, 1 or more
     */
    public ResourceSharing(List<Set<String>> choices, int tickets) {
        this(choices.stream().map(Choice::exclusively).toList(), tickets, false);
    }

    /**
     * The problem for users who take resources in some of these ways.
     *
     * @param choices what a user may ask for; a bounded exploration lets each ask for each of these
     * @param tickets how many it may wait for or have at once, 1 or more
     * @param withdrawal whether a user may withdraw
     */
    public ResourceSharing(List<Choice> choices, int tickets, boolean withdrawal) {
        this(choices, tickets, withdrawal, false, new BelievedHoldings(new GrowingFences(FENCES_GROW, false)));
    }

    private ResourceSharing(
            List<Choice> choices, int tickets, boolean withdrawal, boolean keeping, Observer<Grant> fences) {
        this.choices = choices;
        this.tickets = tickets;
        this.withdrawal = withdrawal;
        this.keeping = keeping;
        this.fences = fences;
    }

    /** The same for users who may ask that another process takes over what they have. */
    public ResourceSharing keeping() {
        return new ResourceSharing(
                choices,
                tickets,
                withdrawal,
                true,
                new BelievedHoldings(new Continuity(new GrowingFences(FENCES_GROW, false), Map.of(), Map.of())));
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
            if (withdrawal && claim.stage() != Stage.ENDING) {
                requests.add(new Request.Withdraw(ticket));
            }
            if (keeping && !claim.kept()) {
                requests.add(new Request.Keep(ticket, "k"));
            }
        });
        long unused = 1;
        while (user.claims().containsKey(unused)) {
            unused++;
        }
        for (Choice choice : unused <= tickets ? choices : List.<Choice>of()) {
            requests.add(new Request.Take(unused, choice.modes(), choice.waits()));
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
        if (request instanceof Request.Take take) {
            return user.with(take.ticket(), new Claim(take.modes(), take.waits(), Stage.ASKED, false));
        }
        Claim claim = user.claims().get(request.ticket());
        if (claim == null) {
            // As on a cluster: a request crosses the notice that what it is about has ended.
            return user;
        }
        if (request instanceof Request.Keep) {
            return user.with(request.ticket(), claim.keep());
        }
        return request instanceof Request.Withdraw
                ? user.with(request.ticket(), claim.in(Stage.WITHDRAWN))
                : user.ends(request.ticket());
    }

    @Override
    public User told(User user, Grant grant) {
        Claim claim = user.claims().get(grant.ticket());
        if (grant instanceof Grant.Taken taken) {
            require(
                    claim != null
                            && claim.stage() == Stage.ASKED
                            && claim.modes().equals(taken.modes()),
                    "who takes has asked for that",
                    user,
                    grant);
            return user.with(grant.ticket(), claim.in(Stage.TAKEN));
        }
        if (grant instanceof Grant.Excluded) {
            require(!user.has(), "a user that is excluded has lost what it had", user, grant);
            return initial();
        }
        if (grant instanceof Grant.Lost) {
            require(claim != null && claim.taken(), "who loses has taken", user, grant);
            return user.ends(grant.ticket());
        }
        if (grant instanceof Grant.TakingOver takeover) {
            require(claim == null, "what is taken over has a ticket of its own", user, grant);
            return user.with(grant.ticket(), new Claim(takeover.modes(), false, Stage.ASKED, true));
        }
        if (grant instanceof Grant.BackedUp) {
            require(
                    claim != null && claim.taken() && claim.kept(),
                    "what is backed up has been taken, to be kept",
                    user,
                    grant);
            return user;
        }
        if (grant instanceof Grant.Ended) {
            require(claim != null && claim.stage() == Stage.ENDING, "what ends is no longer the user's", user, grant);
        } else if (grant instanceof Grant.NotFree) {
            require(
                    claim != null && claim.stage() == Stage.ASKED && !claim.waits(),
                    "only a take that does not wait is refused",
                    user,
                    grant);
        } else {
            require(
                    claim != null && claim.stage() == Stage.WITHDRAWN,
                    "only a user that withdraws is told that it has",
                    user,
                    grant);
        }
        return user.without(grant.ticket());
    }

    private static void require(boolean holds, String invariant, User user, Grant grant) {
        if (!holds) {
            throw new InvariantViolation(invariant, grant + " to a user who " + user);
        }
    }

    @Override
    public boolean waits(User user) {
        return user.waits();
    }

    @Override
    public boolean serves(Grant grant) {
        return grant instanceof Grant.Taken || grant instanceof Grant.Excluded;
    }

    @Override
    public Observer<Grant> observer() {
        return fences;
    }

    @Override
    public ResourceSharing underSuspicion() {
        return new ResourceSharing(
                choices,
                tickets,
                withdrawal,
                keeping,
                new BelievedHoldings(new GrowingFences(FENCES_GROW_WITHIN_GENERATION, true)));
    }

    @Override
    public Set<String> untrueUnderSuspicion() {
        return Set.of(WITHIN_CAPACITY);
    }

    /** What is taken over, the fence under which it was taken, and the one under which its user knows it. */
    private record TakenBefore(SortedMap<String, Mode> modes, Fence fence, Fence known) {}

    /** What has been taken under a fence. */
    private record TakenUnder(SortedMap<String, Mode> modes, Fence fence) {}

    /**
     * Observes that what is taken over has been taken by no other in between, and keeps the fence that its user knows.
     *
     * @param takeovers what is taken over, by the process that does and its ticket
     * @param known the fences that users know of what has been taken over
     */
    private record Continuity(
            GrowingFences fences, Map<ProcessId, SortedMap<Long, TakenBefore>> takeovers, Map<TakenUnder, Fence> known)
            implements Observer<Grant> {

        @Override
        public List<String> invariants() {
            return List.of(FENCES_GROW, TAKEN_OVER, KNOWN);
        }

        @Override
        public Observer<Grant> sees(ProcessId process, Grant grant) {
            Map<ProcessId, SortedMap<Long, TakenBefore>> now = new HashMap<>(takeovers);
            SortedMap<Long, TakenBefore> own = takeovers.getOrDefault(process, Sorted.map());
            Map<TakenUnder, Fence> later = new HashMap<>(known);
            if (grant instanceof Grant.TakingOver takeover) {
                Fence expected =
                        known.getOrDefault(new TakenUnder(takeover.modes(), takeover.fence()), takeover.fence());
                if (!takeover.known().equals(expected)) {
                    throw new InvariantViolation(
                            KNOWN, "process " + process + " reports " + grant + ", known as " + expected);
                }
                now.put(
                        process,
                        Sorted.with(
                                own,
                                grant.ticket(),
                                new TakenBefore(takeover.modes(), takeover.fence(), takeover.known())));
            } else if (own.containsKey(grant.ticket())
                    && (grant instanceof Grant.Taken || grant instanceof Grant.NotFree)) {
                TakenBefore before = own.get(grant.ticket());
                check(process, grant, before);
                now.put(process, Sorted.without(own, grant.ticket()));
                if (grant instanceof Grant.Taken taken) {
                    later.put(new TakenUnder(taken.modes(), taken.fence()), before.known());
                }
            }
            return new Continuity(fences.sees(process, grant), now, later);
        }

        /** It may be lost, where too few processes are within reach; but not because another has taken it. */
        private void check(ProcessId process, Grant grant, TakenBefore before) {
            boolean continued = before.modes().entrySet().stream().allMatch(each -> fences.latest()
                    .getOrDefault(each.getKey(), FenceMarks.NONE)
                    .admits(each.getValue(), before.fence()));
            if (!continued) {
                throw new InvariantViolation(
                        TAKEN_OVER,
                        "process " + process + " is told " + grant + ", taken before under " + before.fence());
            }
        }
    }

    /**
     * Observes what a store sees whose every access follows a grant at once: it refuses no grant, and after it all
     * sessions before it that exclude it.
     *
     * @param invariant the name of this invariant
     * @param withinGeneration whether only fences of one generation are compared
     * @param latest the greatest fence of each mode, by resource and generation
     */
    private record GrowingFences(String invariant, boolean withinGeneration, Map<String, FenceMarks> latest)
            implements Observer<Grant> {

        GrowingFences(String invariant, boolean withinGeneration) {
            this(invariant, withinGeneration, Map.of());
        }

        @Override
        public List<String> invariants() {
            return List.of(invariant);
        }

        @Override
        public GrowingFences sees(ProcessId process, Grant grant) {
            if (!(grant instanceof Grant.Taken taken)) {
                return this;
            }
            Fence fence = taken.fence();
            Map<String, FenceMarks> later = new HashMap<>(latest);
            taken.modes().forEach((resource, mode) -> {
                String of = resource + (withinGeneration ? " in generation " + fence.generation() : "");
                FenceMarks before = later.getOrDefault(of, FenceMarks.NONE);
                Fence earlier = before.against(mode);
                if (earlier.compareTo(fence) >= 0) {
                    throw new InvariantViolation(
                            invariant,
                            "process " + process + " is told " + fence + " for " + of + ", after " + earlier);
                }
                later.put(of, before.with(mode, fence));
            });
            return new GrowingFences(invariant, withinGeneration, later);
        }
    }

    /**
     * Observes what users believe they hold. A user may be far away, or ask only now and then. So it may not know yet
     * that it has lost something. What another process takes over is still its own, under the fence that it knows. In
     * the generation of that fence nobody else takes what it excludes.
     *
     * @param rest what else is observed
     * @param held what has been taken and not given back, by process and ticket
     * @param believed what was lost, or is taken over: its modes by resource and generation
     */
    private record BelievedHoldings(
            Observer<Grant> rest,
            Map<ProcessId, SortedMap<Long, Grant.Taken>> held,
            Map<BelievedHoldings.Place, Set<Mode>> believed)
            implements Observer<Grant> {

        /** A resource in a generation. */
        record Place(String resource, long generation) {}

        BelievedHoldings(Observer<Grant> rest) {
            this(rest, Map.of(), Map.of());
        }

        @Override
        public List<String> invariants() {
            return Stream.concat(rest.invariants().stream(), Stream.of(BELIEVED))
                    .toList();
        }

        @Override
        public BelievedHoldings sees(ProcessId process, Grant grant) {
            BelievedHoldings next = new BelievedHoldings(rest.sees(process, grant), held, believed);
            if (grant instanceof Grant.Taken taken) {
                next.check(process, taken);
                return next.with(process, Sorted.with(held(process), taken.ticket(), taken));
            }
            if (grant instanceof Grant.TakingOver takeover) {
                return next.believes(new Grant.Taken(takeover.ticket(), takeover.modes(), takeover.known()));
            }
            if (grant instanceof Grant.Lost && held(process).containsKey(grant.ticket())) {
                return next.believes(held(process).get(grant.ticket())).without(process, grant.ticket());
            }
            return next;
        }

        private void check(ProcessId process, Grant.Taken taken) {
            taken.modes().forEach((resource, mode) -> {
                Place place = new Place(resource, taken.fence().generation());
                believed.getOrDefault(place, Set.of()).stream()
                        .filter(mode::excludes)
                        .findFirst()
                        .ifPresent(other -> {
                            throw new InvariantViolation(
                                    BELIEVED,
                                    "process " + process + " receives " + taken + ", but " + resource + " (" + other
                                            + ") is lost or taken over, and its user may not know that");
                        });
            });
        }

        private BelievedHoldings believes(Grant.Taken taken) {
            Map<Place, Set<Mode>> later = new HashMap<>(believed);
            taken.modes().forEach((resource, mode) -> {
                Place place = new Place(resource, taken.fence().generation());
                Set<Mode> modes = new HashSet<>(later.getOrDefault(place, Set.of()));
                modes.add(mode);
                later.put(place, modes);
            });
            return new BelievedHoldings(rest, held, later);
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public BelievedHoldings asked(ProcessId process, Object input) {
            return input instanceof Request.Release || input instanceof Request.Withdraw
                    ? without(process, ((Request) input).ticket())
                    : this;
        }

        @Override
        public BelievedHoldings gone(ProcessId process) {
            return new BelievedHoldings(rest.gone(process), held, believed).with(process, Sorted.map());
        }

        private SortedMap<Long, Grant.Taken> held(ProcessId process) {
            return held.getOrDefault(process, Sorted.map());
        }

        private BelievedHoldings without(ProcessId process, long ticket) {
            return with(process, Sorted.without(held(process), ticket));
        }

        private BelievedHoldings with(ProcessId process, SortedMap<Long, Grant.Taken> its) {
            Map<ProcessId, SortedMap<Long, Grant.Taken>> later = new HashMap<>(held);
            later.compute(process, (any, before) -> its.isEmpty() ? null : its);
            return new BelievedHoldings(rest, later, believed);
        }
    }
}
