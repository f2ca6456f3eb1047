package symposium.cli.simulate;

import static symposium.cli.option.Values.quoted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.cli.option.BadInput;
import symposium.cli.option.RunNetwork;
import symposium.cli.option.Values;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.simulation.Durations;
import symposium.simulation.ScheduledFault;
import symposium.simulation.Simulation;

/** The faults of a simulation, and their times. */
final class FaultOptions {

    private static final long LATEST = 1_000_000_000_000L;
    private static final Pattern AT = Pattern.compile("(.+)@([0-9]+)(?:\\.\\.([0-9]+))?");

    @Option(names = "--crash", paramLabel = "P@T,...")
    private Optional<String> crashes;

    @Option(names = "--leave", paramLabel = "P@T,...")
    private Optional<String> departures;

    @Option(names = "--join", paramLabel = "P@T,...")
    private Optional<String> joins;

    @Option(names = "--link-failure", paramLabel = "A-B@T[..T2],...")
    private String failures;

    @Option(names = "--notification-delay", paramLabel = "T[..T2]")
    private Durations notification = Durations.exactly(1);

    /** The simulation, if a process joins with processes that start without neighbours and are admitted. */
    <S, M, U, I, O> Simulation<S, M, U, I, O> joining(
            Algorithm<S, M, U, I, O> algorithm, Start start, Simulation<S, M, U, I, O> simulation) {
        return joins.isEmpty()
                ? simulation
                : simulation.startingCutOff(algorithm.withDynamicMembership(start, 0), start.quorum(), notification);
    }

    /** Whether some process joins: then all start without neighbours. */
    boolean joins() {
        return joins.isPresent();
    }

    /** The faults of a run of this algorithm. A process is notified only of what the algorithm tolerates. */
    List<ScheduledFault> of(Algorithm<?, ?, ?, ?, ?> algorithm, RunNetwork network) {
        List<ScheduledFault> all = new ArrayList<>();
        Durations ofDepartures = notified(algorithm, MembershipTolerance.DEPARTURES);
        Durations ofChanges = notified(algorithm, MembershipTolerance.ANY_CHANGE);
        each(crashes).forEach(text -> all.add(ofProcess(Fault.CRASH, "--crash", text, ofDepartures, network)));
        if (departures.isPresent() && !hasLeaving(algorithm, network)) {
            throw new BadInput("--leave: %s has no rule by which a process leaves", algorithm.name());
        }
        each(departures).forEach(text -> all.add(ofProcess(Fault.LEAVE, "--leave", text, notification, network)));
        if (joins.isPresent() && algorithm.system().tolerates() != MembershipTolerance.ANY_CHANGE) {
            throw new BadInput("--join: the processes of %s are all present at the start", algorithm.name());
        }
        each(joins).forEach(text -> all.add(ofProcess(Fault.JOIN, "--join", text, notification, network)));
        Set<ProcessId> arriving = all.stream()
                .filter(fault -> fault.kind() == Fault.JOIN)
                .flatMap(fault -> fault.processes().stream())
                .collect(Collectors.toSet());
        if (arriving.size() == network.count()) {
            throw new BadInput("--join %s: at least one process is present at the start", quoted(joins.orElseThrow()));
        }
        each(Optional.ofNullable(failures)).forEach(text -> addFailure(text, network, ofChanges, all));
        return all;
    }

    private Durations notified(Algorithm<?, ?, ?, ?, ?> algorithm, MembershipTolerance least) {
        return algorithm.system().tolerates().compareTo(least) >= 0 ? notification : ScheduledFault.NEVER;
    }

    private static Stream<String> each(Optional<String> several) {
        return several.stream().flatMap(text -> Stream.of(text.split(",", -1)));
    }

    private static ScheduledFault ofProcess(
            Fault fault, String option, String text, Durations news, RunNetwork network) {
        Matcher at = AT.matcher(text.strip());
        if (!at.matches() || at.group(3) != null) {
            throw new BadInput("%s %s: must be P@T, process and tick", option, quoted(text));
        }
        ProcessId process = network.process(option, at.group(1));
        return ScheduledFault.of(fault, Values.large(option, at.group(2), 0, LATEST), news, process);
    }

    private static <S, M, U, I, O> boolean hasLeaving(Algorithm<S, M, U, I, O> algorithm, RunNetwork network) {
        ProcessId first = network.positions().get(0);
        Protocol<S, M, I, O> protocol = algorithm.protocol(new Start(network.processes(), first, 1));
        Neighbours neighbours = network.topology().neighbours(first, network.processes());
        try {
            protocol.step(protocol.initial(first, neighbours), new Event.Leave<>());
            return algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE;
        } catch (InvariantViolation never) {
            return false;
        }
    }

    private static void addFailure(String text, RunNetwork network, Durations news, List<ScheduledFault> all) {
        String option = "--link-failure";
        Matcher at = AT.matcher(text.strip());
        if (!at.matches()) {
            throw new BadInput("%s %s: must be A-B@T or A-B@T..T2, the ends of a link and ticks", option, quoted(text));
        }
        List<ProcessId> ends = ends(option, at.group(1), network);
        long from = Values.large(option, at.group(2), 0, LATEST);
        all.add(new ScheduledFault(Fault.LINK_FAILURE, from, news, ends));
        if (at.group(3) != null) {
            long until = Values.large(option, at.group(3), 0, LATEST);
            if (until <= from) {
                throw new BadInput("%s %s: a link recovers after it has failed", option, quoted(text));
            }
            all.add(new ScheduledFault(Fault.LINK_RECOVERY, until, news, ends));
        }
    }

    /** The ends of a link. A name may contain a hyphen, so each hyphen may be the one between the two. */
    private static List<ProcessId> ends(String option, String pair, RunNetwork network) {
        BadInput wrong = new BadInput("%s %s: must be A-B@T, the ends of a link and a tick", option, quoted(pair));
        for (int at = pair.indexOf('-'); at > 0; at = pair.indexOf('-', at + 1)) {
            try {
                ProcessId one = network.process(option, pair.substring(0, at));
                ProcessId other = network.process(option, pair.substring(at + 1));
                requireLink(option + " " + quoted(pair), one, other, network);
                return List.of(one, other);
            } catch (BadInput neither) {
                wrong = neither;
            }
        }
        throw wrong;
    }

    private static void requireLink(String where, ProcessId one, ProcessId other, RunNetwork network) {
        boolean linked = false;
        for (Neighbour each : network.topology().neighbours(one, network.processes())) {
            if (each.side() != Side.NONE) {
                throw new BadInput(where + ": on a ring whose links have sides, none fails without a process");
            }
            linked |= each.id().equals(other);
        }
        if (!linked) {
            throw new BadInput(where + ": there is no link between these two");
        }
    }
}
