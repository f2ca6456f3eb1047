package symposium.cli;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.actor.ProcessCrowd;
import symposium.actor.TimerDurations;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Start;

/** {@code symposium election actors}: one election among many actors. */
@Command(
        name = "actors",
        header =
                "Holds an election among so many typed actors in this JVM, on all its cores, and says how long it takes.",
        description = {
            "%nThe same protocol that symposium simulate runs in virtual time. Messages are counted until the last process is"
                    + " told of the leader; announcements are among them."
        },
        exitCodeList = {
            "0:all were told of one and the same leader",
            "1:they were not",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class ElectionActorsCommand implements Callable<Integer> {

    private static final int MOST_PROCESSES = 1_000_000;
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final String ALL_TOLD = "all are told of the same leader";

    private static final Config LOCAL = ConfigFactory.parseString("""
            akka {
              actor.provider = local
              loglevel = WARNING
              stdout-loglevel = WARNING
              log-dead-letters = off
              coordinated-shutdown.run-by-jvm-shutdown-hook = off
              coordinated-shutdown.exit-jvm = off
            }
            """).withFallback(ConfigFactory.defaultReference());

    @Parameters(arity = "0..1", paramLabel = "ALGORITHM", description = "Its name: see symposium algorithms.")
    private String name;

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N",
            description = "How many processes, from 1. May be left out where --ids lists them.")
    private String processes;

    @Option(
            names = "--ids",
            paramLabel = "I,I,...",
            description = "Their identifiers, in the order of their positions, or 'random' for the numbers from 0 in an"
                    + " order made at random. Default: position k has identifier k.")
    private String ids;

    @Option(
            names = "--initiators",
            paramLabel = "P,P,...",
            description = "Who calls for the election: 'all', or some by their identifiers. Default: all.")
    private String initiators;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "Of random identifiers. Default: ${DEFAULT-VALUE}.")
    private String seed;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "Give up after so long. Default: ${DEFAULT-VALUE}.")
    private String limit;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        List<Algorithm<?, ?, ?, ?, ?>> elections = Catalogue.all().stream()
                .filter(algorithm -> algorithm.problem() instanceof Election)
                .toList();
        List<String> names = elections.stream().<String>map(Algorithm::name).toList();
        if (name == null) {
            throw new BadInput("which election? There are: " + String.join(", ", names));
        }
        return hold(elections.get(names.indexOf(Values.oneOf("election", name, names))));
    }

    private NetworkOptions arrangement(Algorithm<?, ?, ?, ?, ?> algorithm) {
        boolean listed = ids != null && !ids.equals("random");
        int count = processes == null && listed
                ? NetworkOptions.ids(ids).size()
                : NetworkOptions.processes(Optional.empty(), processes, MOST_PROCESSES);
        NetworkOptions arrangement = NetworkOptions.of(algorithm, Optional.empty(), count);
        if (ids == null) {
            return arrangement;
        }
        long from = Values.large("--seed", seed, 0, Long.MAX_VALUE);
        return arrangement.seating(listed ? NetworkOptions.ids(ids) : NetworkOptions.shuffledIds(count, from));
    }

    @SuppressWarnings("unchecked")
    private <S, M> int hold(Algorithm<S, M, ?, ?, ?> any) throws InterruptedException {
        Algorithm<S, M, ?, Call, Leader> algorithm = (Algorithm<S, M, ?, Call, Leader>) any;
        NetworkOptions arrangement = arrangement(algorithm);
        List<ProcessId> members = arrangement.positions();
        Optional<Set<ProcessId>> callers = Optional.ofNullable(initiators)
                .filter(text -> !text.equals("all"))
                .map(text -> arrangement.several("--initiators", text));
        long longest = Values.seconds("--limit", limit, LONGEST).toMillis();
        List<Neighbours> neighbours = arrangement.topology() instanceof RelabelledTopology seating
                ? seating.byPlace()
                : arrangement.topology().everyones(arrangement.processes());
        Booth<M> booth = new Booth<>(members.size());

        long begin = System.nanoTime();
        ActorSystem<ProcessCrowd.Command<Call>> crowd = ActorSystem.create(
                ProcessCrowd.create(
                        algorithm.protocol(new Start(arrangement.processes(), members.get(0), members.size() / 2 + 1)),
                        members,
                        neighbours,
                        TimerDurations.all(LONGEST),
                        booth),
                "election",
                LOCAL);
        try {
            AskPattern.<ProcessCrowd.Command<Call>, ProcessCrowd.Begun>ask(
                            crowd, ProcessCrowd.AwaitBegun::new, LONGEST, crowd.scheduler())
                    .toCompletableFuture()
                    .join();
            long begun = System.nanoTime();
            callers.ifPresentOrElse(
                    some -> some.forEach(each -> crowd.tell(new ProcessCrowd.Ask<>(each, Call.INITIATE))),
                    () -> crowd.tell(new ProcessCrowd.AskAll<>(Call.INITIATE)));
            boolean done = await(booth, begun, longest);
            double seconds = (System.nanoTime() - begun) / 1e9;
            return report(algorithm, arrangement, booth, (begun - begin) / 1e9, seconds, done);
        } finally {
            crowd.terminate();
            crowd.getWhenTerminated().toCompletableFuture().join();
        }
    }

    private boolean await(Booth<?> booth, long begun, long longest) throws InterruptedException {
        while (!booth.untold.await(1, TimeUnit.SECONDS)) {
            long elapsed = (System.nanoTime() - begun) / 1_000_000;
            if (elapsed > longest) {
                return false;
            }
            spec.commandLine()
                    .getErr()
                    .println(String.format(
                            Locale.ROOT,
                            "%d s: %,d messages, %,d not told yet",
                            elapsed / 1000,
                            booth.messages.sum(),
                            booth.untold.getCount()));
        }
        return true;
    }

    /** Where all that happens is counted. */
    private static final class Booth<M> implements ProcessCrowd.Listener<M, Call, Leader> {
        private final LongAdder messages = new LongAdder();
        private final Map<ProcessId, ProcessId> leaders = new ConcurrentHashMap<>();
        private final CountDownLatch untold;

        Booth(int processes) {
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

    private int report(
            Algorithm<?, ?, ?, ?, ?> algorithm,
            NetworkOptions arrangement,
            Booth<?> booth,
            double beginning,
            double seconds,
            boolean done) {
        int count = arrangement.positions().size();
        TreeSet<ProcessId> leaders = new TreeSet<>(booth.leaders.values());
        boolean right = done && leaders.size() == 1;
        long messages = booth.messages.sum();
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("algorithm", algorithm.name());
            object.put("processes", count);
            object.put("topology", arrangement.topology().toString());
            object.put("leader", leaders.size() == 1 ? leaders.first().number() : null);
            object.put("told", booth.leaders.size());
            object.put("messages", messages);
            object.put("secondsToBegin", beginning);
            object.put("seconds", seconds);
            object.put("violated", right ? null : ALL_TOLD);
            spec.commandLine().getOut().println(Json.of(object));
        } else {
            StringBuilder text = new StringBuilder();
            text.append("%s, %s of %d actors%n%n".formatted(algorithm.name(), arrangement.topology(), count));
            CheckReport.head(text, "leader", leaders.isEmpty() ? "none" : CheckReport.listed(leaders));
            CheckReport.head(text, "told", String.format(Locale.ROOT, "%,d of %,d", booth.leaders.size(), count));
            CheckReport.head(text, "messages", String.format(Locale.ROOT, "%,d", messages));
            CheckReport.head(
                    text,
                    "time",
                    String.format(
                            Locale.ROOT, "%.1f s until all had begun, %.1f s until all were told", beginning, seconds));
            if (!right) {
                CheckReport.head(text, "violated", ALL_TOLD);
            }
            spec.commandLine().getOut().println(text.toString().stripTrailing());
        }
        return right ? ExitCode.DONE : ExitCode.VIOLATED;
    }
}
