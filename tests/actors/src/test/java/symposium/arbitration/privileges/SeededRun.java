package symposium.arbitration.privileges;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.Claim;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.simulation.Durations;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.ScheduledFault;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * A run of the named locks that a seed determines, in virtual time: three to five processes, users who ask for sets of
 * names in any mode, wait for them or not, and withdraw; with every second seed, what they have has a backup, often.
 * Faults are crashes, processes that come late or come back as
 * another incarnation, links that fail and recover, and suspects: live processes that some or all others are told have
 * departed, and which may be told that they are cut off, as in a partition. Most of these crash later, and may come
 * back as another incarnation. A majority is kept. The run is judged from what users ask and are told.
 */
final class SeededRun {

    /** What happened in a run, or in several. */
    static final class Coverage {
        final SortedMap<String, Integer> times = new TreeMap<>();

        void count(String what) {
            times.merge(what, 1, Integer::sum);
        }

        void add(Coverage other) {
            other.times.forEach((what, times) -> this.times.merge(what, times, Integer::sum));
        }
    }

    private record Holding(ProcessId process, long ticket) implements Comparable<Holding> {
        @Override
        public int compareTo(Holding other) {
            int byProcess = process.compareTo(other.process);
            return byProcess != 0 ? byProcess : Long.compare(ticket, other.ticket);
        }
    }

    private static final int NAMES = 6;
    private static final int CHOICES = 10;
    private static final int MOST_AT_ONCE = 3;
    private static final int MOST_PERMITS = 4;
    private static final int MOST_FAULTS = 8;
    private static final int WITHDRAWS = 12;
    private static final long BETWEEN_FAULTS = 250;
    private static final long HEARD = 40;
    /** Within which a process that joins has been admitted and has met all others. */
    private static final long MET = 300;

    private static final long END = 1_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final long seed;
    private final Random random;
    private final int processes;
    private final int quorum;
    private final ResourceSharing problem;
    private final BiConsumer<Long, TraceEvent> story;
    private final Coverage coverage = new Coverage();
    private final SortedMap<Holding, Grant.Taken> held = new TreeMap<>();
    /** By name and mode: the greatest fence, of processes that nobody suspects. */
    private final SortedMap<String, SortedMap<Mode, Fence>> latest = new TreeMap<>();

    private final List<ScheduledFault> faults = new ArrayList<>();
    private final SortedSet<ProcessId> all = new TreeSet<>();
    /** The processes that others take for departed while they live. */
    private final SortedSet<ProcessId> suspects = new TreeSet<>();

    /**
     * @param choices what users ask for
     * @param story receives each step and its time
     */
    SeededRun(long seed, Function<Random, List<Choice>> choices, BiConsumer<Long, TraceEvent> story) {
        this.seed = seed;
        this.random = new Random(seed);
        this.story = story;
        processes = 3 + random.nextInt(3);
        quorum = processes / 2 + 1;
        ResourceSharing sharing = new ResourceSharing(choices.apply(random), 1 + random.nextInt(3), true);
        problem = seed % 2 == 0 ? sharing.keeping() : sharing;
        plan();
    }

    /** Sets of up to three of six names, each exclusive, shared or some of its permits; most wait. */
    static List<Choice> anyClaims(Random random) {
        List<String> names = new ArrayList<>();
        int count = 1 + random.nextInt(NAMES);
        for (int name = 0; name < count; name++) {
            names.add(Character.toString('a' + name));
        }
        List<Choice> choices = new ArrayList<>();
        for (int choice = 0; choice < CHOICES; choice++) {
            Collections.shuffle(names, random);
            choices.add(choice(names.subList(0, Math.min(names.size(), 1 + random.nextInt(MOST_AT_ONCE))), random));
        }
        return choices;
    }

    /** One name, in any mode. */
    static List<Choice> oneName(Random random) {
        List<Choice> choices = new ArrayList<>();
        for (int choice = 0; choice < CHOICES; choice++) {
            choices.add(choice(List.of("a"), random));
        }
        return choices;
    }

    private static Choice choice(Collection<String> names, Random random) {
        SortedMap<String, Mode> modes = new TreeMap<>();
        for (String name : names) {
            int all = 1 + random.nextInt(MOST_PERMITS);
            modes.put(name, random.nextInt(3) == 0 ? Mode.SHARED : Mode.permits(1 + random.nextInt(all), all));
        }
        return new Choice(modes, random.nextInt(4) > 0);
    }

    // --- faults

    /** Draws the faults: at all times a majority is there that has met. */
    private void plan() {
        SortedMap<ProcessId, Long> metFrom = new TreeMap<>();
        for (int number = 0; number < processes; number++) {
            metFrom.put(ProcessId.of(number), 0L);
        }
        all.addAll(metFrom.keySet());
        if (random.nextInt(3) == 0) {
            ProcessId late = ProcessId.of(random.nextInt(processes));
            long at = random.nextLong(BETWEEN_FAULTS);
            join(late, at);
            metFrom.put(late, at + MET);
        }
        long now = 0;
        for (int left = random.nextInt(MOST_FAULTS + 1); left > 0; left--) {
            now += 1 + random.nextLong(BETWEEN_FAULTS);
            long at = now;
            List<ProcessId> met = metFrom.keySet().stream()
                    .filter(process -> metFrom.get(process) <= at)
                    .toList();
            ProcessId one = met.get(random.nextInt(met.size()));
            int kind = random.nextInt(4);
            if (kind < 2) {
                ProcessId other = met.get(random.nextInt(met.size()));
                if (!one.equals(other)) {
                    fail(one, other, at);
                }
            } else if (met.size() > quorum) {
                metFrom.remove(one);
                long crash = kind == 2 ? at : suspect(one, at, met, at > HEARD && met.size() == metFrom.size() + 1);
                if (crash < NEVER) {
                    fault(Fault.CRASH, crash, one);
                    comeBack(one, crash).ifPresent(back -> metFrom.put(next(one), back + MET));
                }
            }
        }
    }

    private static ProcessId next(ProcessId process) {
        return new ProcessId(process.number(), process.incarnation() + 1);
    }

    /** When a process that has crashed joins as its next incarnation, if it does. */
    private Optional<Long> comeBack(ProcessId process, long crash) {
        if (random.nextInt(3) == 0) {
            return Optional.empty();
        }
        long back = crash + HEARD + 1 + random.nextLong(BETWEEN_FAULTS);
        all.add(next(process));
        join(next(process), back);
        return Optional.of(back);
    }

    /**
     * Others take a process for departed. It may be cut off from all of them, and be notified after them: what it says
     * of them would make them take each other for departed. It crashes then, as it may otherwise. Returns the time of
     * that.
     *
     * @param there the processes that have met
     * @param allMet whether these are all
     */
    private long suspect(ProcessId process, long at, List<ProcessId> there, boolean allMet) {
        suspects.add(process);
        boolean cutOff = random.nextBoolean() && allMet;
        boolean all = cutOff || random.nextBoolean();
        List<ProcessId> others = new ArrayList<>(there);
        others.remove(process);
        Collections.shuffle(others, random);
        for (ProcessId other : others.subList(0, all ? others.size() : 1)) {
            fault(Fault.FALSE_DEPARTURE, at + random.nextLong(HEARD), other, process);
        }
        for (ProcessId other : cutOff ? others : List.<ProcessId>of()) {
            fault(Fault.FALSE_DEPARTURE, at + HEARD + random.nextLong(HEARD), process, other);
        }
        return cutOff || random.nextBoolean() ? at + 2 * HEARD + 1 + random.nextLong(BETWEEN_FAULTS) : NEVER;
    }

    private void fault(Fault kind, long at, ProcessId... of) {
        faults.add(ScheduledFault.of(kind, at, Durations.between(1, HEARD), of));
    }

    private void join(ProcessId process, long at) {
        fault(Fault.JOIN, at, process);
    }

    private void fail(ProcessId one, ProcessId other, long at) {
        fault(Fault.LINK_FAILURE, at, one, other);
        fault(Fault.LINK_RECOVERY, at + 1 + random.nextLong(BETWEEN_FAULTS), one, other);
    }

    // --- the run

    /**
     * Runs and judges.
     *
     * @throws InvariantViolation when a promise is broken
     */
    Coverage run(Function<Start, Protocol<PrivilegeState, PrivilegeMessage, Request, Grant>> protocol) {
        Start start = Start.of(processes, 0).withQuorum(quorum);
        Privileges.Entry algorithm = new Privileges.Entry(problem);
        int most = 3 + random.nextInt(6);
        Run<PrivilegeState, PrivilegeMessage, User, Request, Grant> run = new Run<>(Simulation.of(
                        protocol.apply(start),
                        suspects.isEmpty() ? problem : problem.underSuspicion(),
                        Network.of(Shape.COMPLETE, all),
                        Channels.FIFO,
                        users(most))
                .withDelays(Durations.between(1, 1 + random.nextInt(30)))
                .withInvariants(
                        suspects.isEmpty() ? PrivilegeChecks.kept().list() : algorithm.invariantsUnderSuspicion())
                .withSeed(seed)
                .withFaults(Shape.COMPLETE, faults)
                .startingCutOff(protocol.apply(start), quorum, Durations.between(0, HEARD))
                .withWatcher(this::watch));
        run.runUntil(END);
        for (ProcessId process : all) {
            if (!run.departed(process) && run.state(process).excluded()) {
                served(process, run.user(process), run.state(process));
            }
            if (!run.departed(process) && !suspects.contains(process)) {
                served(process, run.user(process), run.state(process));
                for (ProcessId other : run.state(process).linked()) {
                    if (!run.departed(other) && !suspects.contains(other)) {
                        SortedMap<Fence, SortedMap<String, Mode>> awaited =
                                run.state(process).awaited(other);
                        require(awaited.isEmpty(), "every end is told to those who wait for it", process, awaited);
                    }
                }
            }
        }
        return coverage;
    }

    private Workload<User, Request> users(int most) {
        Durations thinking = Durations.between(0, 40 * CHOICES);
        Durations holding = Durations.between(1, 40);
        return (standing, input, ticks) -> asks(standing, input, ticks, most, thinking, holding);
    }

    private static OptionalLong asks(
            Workload.Standing<User> standing,
            Request input,
            RandomGenerator ticks,
            int most,
            Durations thinking,
            Durations holding) {
        if (input instanceof Request.Take) {
            return standing.demands() < most ? OptionalLong.of(thinking.next(ticks)) : OptionalLong.empty();
        }
        if (input instanceof Request.Release || input instanceof Request.Keep) {
            return OptionalLong.of(holding.next(ticks));
        }
        boolean asked = standing.user().claims().get(input.ticket()).stage() != Claim.Stage.WITHDRAWN;
        return asked && ticks.nextInt(WITHDRAWS) == 0 ? OptionalLong.of(holding.next(ticks)) : OptionalLong.empty();
    }

    // --- the judgement

    private void watch(long time, TraceEvent event) {
        story.accept(time, event);
        if (event instanceof TraceEvent.Stepped step) {
            step(step);
        } else if (event instanceof TraceEvent.Crashed crash) {
            held.keySet().removeIf(holding -> holding.process().equals(crash.process()));
            coverage.count("crash");
        } else if (event instanceof TraceEvent.FalselyDeparted) {
            coverage.count("false departure");
        } else if (event instanceof TraceEvent.Joined) {
            coverage.count("join");
        } else if (event instanceof TraceEvent.LinkFailed) {
            coverage.count("link failure");
        } else if (event instanceof TraceEvent.LinkRecovered) {
            coverage.count("link recovery");
        }
    }

    private void step(TraceEvent.Stepped step) {
        Rule rule = step.rule();
        coverage.count("rule " + rule.label());
        if (step.event() instanceof Event.Input<?, ?> input
                && !(input.input() instanceof Request.Take || input.input() instanceof Request.Keep)) {
            held.remove(new Holding(step.process(), ((Request) input.input()).ticket()));
        }
        for (Effect<?, ?> effect : step.effects()) {
            if (effect instanceof Effect.Output<?, ?> output) {
                told(step.process(), (Grant) output.output());
            }
        }
    }

    private void told(ProcessId process, Grant grant) {
        coverage.count(grant.getClass().getSimpleName());
        Holding holding = new Holding(process, grant.ticket());
        if (grant instanceof Grant.Taken taken) {
            held.put(holding, taken);
            for (String name : taken.modes().keySet()) {
                long generation = taken.fence().generation();
                withinCapacity(
                        PrivilegeChecks.WITHIN_CAPACITY_IN_GENERATION,
                        name,
                        each -> held.get(each).fence().generation() == generation);
                withinCapacity(ResourceSharing.WITHIN_CAPACITY, name, each -> !suspects.contains(each.process()));
            }
            if (!suspects.contains(process)) {
                inOrder(taken);
            }
        } else if (!(grant instanceof Grant.BackedUp)) {
            require(
                    !(grant instanceof Grant.NotFree && grant.ticket() < 0 && onlyCrashes()),
                    "what is taken over is taken, where a majority is within reach",
                    process,
                    grant);
            held.remove(holding);
        }
    }

    /** Whether every process that lives is within reach of every other, as all know. */
    private boolean onlyCrashes() {
        return faults.stream().allMatch(fault -> fault.kind() == Fault.CRASH || fault.kind() == Fault.JOIN);
    }

    /**
     * Readers are with readers alone; others have no more units than there are for any of them.
     *
     * @param among which holdings
     */
    private void withinCapacity(String invariant, String name, Predicate<Holding> among) {
        List<Mode> modes = held.entrySet().stream()
                .filter(each -> each.getValue().modes().containsKey(name) && among.test(each.getKey()))
                .map(each -> each.getValue().modes().get(name))
                .toList();
        if (modes.size() > 1) {
            coverage.count("together");
        }
        boolean readers = modes.stream().allMatch(Mode.SHARED::equals);
        int units = modes.stream().mapToInt(Mode::units).sum();
        if (!readers && (modes.contains(Mode.SHARED) || modes.stream().anyMatch(mode -> units > mode.capacity()))) {
            throw new InvariantViolation(invariant, name + " is taken " + modes);
        }
    }

    private void inOrder(Grant.Taken taken) {
        taken.modes().forEach((name, mode) -> {
            SortedMap<Mode, Fence> before = latest.computeIfAbsent(name, first -> new TreeMap<>());
            before.forEach((other, fence) -> {
                if (mode.excludes(other) && fence.compareTo(taken.fence()) >= 0) {
                    throw new InvariantViolation(
                            ResourceSharing.FENCES_GROW,
                            name + " is taken under " + taken.fence() + ", after " + fence);
                }
            });
            before.merge(mode, taken.fence(), Fence::max);
        });
    }

    private void served(ProcessId process, User user, PrivilegeState state) {
        require(user.claims().isEmpty(), "every user is answered in the end", process, user);
        require(
                state.waiting().isEmpty()
                        && state.tabled().isEmpty()
                        && state.kept().isEmpty(),
                "nothing is tabled after all have given back",
                process,
                state);
    }

    private static void require(boolean holds, String invariant, ProcessId process, Object found) {
        if (!holds) {
            throw new InvariantViolation(invariant, "at process " + process + ": " + found);
        }
    }

    @Override
    public String toString() {
        return processes + " processes"
                + faults.stream()
                        .map(fault -> ", " + fault.kind() + " " + fault.processes() + " at " + fault.at())
                        .collect(Collectors.joining());
    }
}
