package symposium.cli.simulate;

import static symposium.cli.report.ReportText.counted;
import static symposium.cli.report.ReportText.listed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.cli.option.AlgorithmConverter.OfElections;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.Ids;
import symposium.cli.option.NetworkOptions;
import symposium.cli.option.RunNetwork;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportText;
import symposium.cli.report.ReportingCommand;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.RelabelledTopology;

/** {@code symposium election actors}: one election among many actors. */
@Command(name = "actors")
final class ElectionActorsCommand extends ReportingCommand {

    private static final int MOST_PROCESSES = 1_000_000;
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final String ALL_TOLD = "all learn of the same leader";

    @Parameters(arity = "0..1", paramLabel = "ELECTION", descriptionKey = "election", converter = OfElections.class)
    private Algorithm<?, ?, ?, ?, ?> election;

    @Mixin
    private final NetworkOptions options = new NetworkOptions(MOST_PROCESSES);

    @Option(names = "--ids", paramLabel = "I,I,...")
    private Optional<Ids> ids;

    @Option(names = "--initiators", paramLabel = "P,P,...")
    private Optional<String> initiators;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Long.MAX_VALUE)
    private long seed;

    @Option(names = "--seconds", paramLabel = "S")
    @Bounds(most = 24 * 3600)
    private Duration seconds = Duration.ofMinutes(10);

    @Override
    public Integer call() throws InterruptedException {
        if (election == null) {
            throw new BadInput("which election? There are: " + String.join(", ", new OfElections().names()));
        }
        RunNetwork plain = options.of(election, options.count(ids));
        RunNetwork network =
                ids.map(order -> plain.withIds(order.of(plain.count(), seed))).orElse(plain);
        Result result = hold(election, network);
        boolean right = result.done() && result.leaders().size() == 1;
        print(() -> json(network, result, right), () -> text(network, result, right));
        return right ? ExitCode.DONE : ExitCode.VIOLATED;
    }

    /** The result of an election. */
    private record Result(
            boolean done, SortedSet<ProcessId> leaders, int told, long messages, double toBegin, double seconds) {}

    @SuppressWarnings("unchecked")
    private <S, M> Result hold(Algorithm<S, M, ?, ?, ?> any, RunNetwork network) throws InterruptedException {
        Algorithm<S, M, ?, Call, Leader> algorithm = (Algorithm<S, M, ?, Call, Leader>) any;
        List<ProcessId> members = network.positions();
        Optional<SortedSet<ProcessId>> callers =
                initiators.filter(text -> !text.equals("all")).map(text -> network.several("--initiators", text));
        List<Neighbours> neighbours = network.topology() instanceof RelabelledTopology relabelled
                ? relabelled.byPlace()
                : network.topology().everyones(network.processes());
        Start start = new Start(network.processes(), members.get(0), members.size() / 2 + 1);
        Count<M> count = new Count<>(members.size());
        long begin = System.nanoTime();
        try (CrowdSystem<Call> crowd =
                CrowdSystem.start(algorithm.protocol(start), members, neighbours, LONGEST, count)) {
            crowd.awaitBegun(LONGEST);
            long begun = System.nanoTime();
            callers.ifPresentOrElse(
                    some -> some.forEach(each -> crowd.tell(new ProcessCrowd.Ask<>(each, Call.INITIATE))),
                    () -> crowd.tell(new ProcessCrowd.AskAll<>(Call.INITIATE)));
            boolean done = await(count, begun);
            return new Result(
                    done,
                    new TreeSet<>(count.leaders.values()),
                    count.leaders.size(),
                    count.messages.sum(),
                    (begun - begin) / 1e9,
                    (System.nanoTime() - begun) / 1e9);
        }
    }

    private boolean await(Count<?> count, long begun) throws InterruptedException {
        while (!count.untold.await(1, TimeUnit.SECONDS)) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - begun);
            if (elapsed.compareTo(seconds) > 0) {
                return false;
            }
            note(counted(
                    "%d s: %,d messages, %,d not told yet",
                    elapsed.toSeconds(), count.messages.sum(), count.untold.getCount()));
        }
        return true;
    }

    /** Counts messages, and the processes that are told of a leader. */
    private static final class Count<M> implements ProcessCrowd.Listener<M, Call, Leader> {
        private final LongAdder messages = new LongAdder();
        private final Map<ProcessId, ProcessId> leaders = new ConcurrentHashMap<>();
        private final CountDownLatch untold;

        Count(int processes) {
            untold = new CountDownLatch(processes);
        }

        @Override
        public void sent(M message) {
            messages.increment();
        }

        @Override
        public void told(ProcessId process, Leader output, Consumer<Call> asks) {
            if (leaders.put(process, output.leader()) == null) {
                untold.countDown();
            }
        }
    }

    private JsonObject json(RunNetwork network, Result result, boolean right) {
        return new JsonObject()
                .with("algorithm", election.name())
                .with("processes", network.count())
                .with("topology", network.topology())
                .with("leader", result.leaders().size() == 1 ? result.leaders().first() : null)
                .with("told", result.told())
                .with("messages", result.messages())
                .with("secondsToBegin", result.toBegin())
                .with("seconds", result.seconds())
                .with("violated", right ? null : ALL_TOLD);
    }

    private String text(RunNetwork network, Result result, boolean right) {
        ReportText text = new ReportText()
                .append("%s, %s of %d actors%n%n".formatted(election.name(), network.topology(), network.count()))
                .line("leader", result.leaders().isEmpty() ? "none" : listed(result.leaders()))
                .line("told", counted("%,d of %,d", result.told(), network.count()))
                .line("messages", counted("%,d", result.messages()))
                .line(
                        "time",
                        counted(
                                "%.1f s until all had begun, %.1f s until all were notified",
                                result.toBegin(), result.seconds()));
        return (right ? text : text.line("violated", ALL_TOLD)).toString();
    }
}
