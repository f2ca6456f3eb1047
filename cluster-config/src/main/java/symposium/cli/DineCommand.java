package symposium.cli;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import com.sun.management.OperatingSystemMXBean;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.actor.ProcessCrowd;
import symposium.actor.TimerDurations;
import symposium.arbitration.Dining;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.graph.Topologies;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Start;

/** {@code symposium table dine}: philosophers as actors of this JVM, and how many meals they have in a second. */
@Command(
        name = "dine",
        header = "Lets philosophers dine as actors of this JVM, and tells how many meals they have in a second.",
        description = {
            "%nEveryone is hungry as soon as it has eaten, and eats in no time, --meals times. Of several numbers"
                    + " of philosophers the first is run beforehand, for the compiler's sake. The clock starts when"
                    + " all are hungry. The last columns are the processor time for a meal, in microseconds, and its"
                    + " relation to that of the first line."
        },
        exitCodeList = {
            "0:all have eaten",
            "1:violated: two neighbours ate at once",
            "2:not decided: not all had eaten when the time was over",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class DineCommand implements Callable<Integer> {

    private static final int MOST = 1_000_000;
    private static final int MOST_MEALS = 1_000_000;
    private static final int MEALS = 1_000_000;
    private static final int LEAST_MEALS = 10;
    private static final Duration LONGEST = Duration.ofHours(24);

    /** As many threads as processors; and an actor handles one message before others have their turn, so that all dine at the same pace. */
    private static final Config LOCAL = ConfigFactory.parseString("""
            akka {
              actor.provider = local
              loglevel = WARNING
              stdout-loglevel = WARNING
              log-dead-letters = off
              coordinated-shutdown.run-by-jvm-shutdown-hook = off
              coordinated-shutdown.exit-jvm = off
              actor.default-dispatcher {
                throughput = 1
                fork-join-executor {
                  parallelism-min = 1
                  parallelism-factor = 1.0
                }
              }
            }
            """).withFallback(ConfigFactory.load());

    /** What came of one number of philosophers. */
    private record Row(
            int philosophers,
            long meals,
            long messages,
            double seconds,
            double cpu,
            boolean all,
            Optional<String> violated) {

        double perSecond() {
            return meals / seconds;
        }

        /** Of processor time, which does not depend on what else the machine does. */
        double microseconds() {
            return cpu * 1e6 / Math.max(1, meals);
        }

        double messagesEach() {
            return (double) messages / Math.max(1, meals);
        }

        Map<String, Object> json() {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("philosophers", philosophers);
            object.put("meals", meals);
            object.put("messages", messages);
            object.put("seconds", seconds);
            object.put("processorSeconds", cpu);
            object.put("mealsPerSecond", Math.round(perSecond()));
            object.put("processorMicrosecondsPerMeal", Math.round(microseconds() * 100) / 100.0);
            object.put("all", all);
            object.put("violated", violated.orElse(null));
            return object;
        }
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "ALGORITHM",
            defaultValue = "two-stage",
            description = "Its name: binary-arbitration, chandy-misra or two-stage. Default: ${DEFAULT-VALUE}.")
    private String name;

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N[,N...]",
            description = "How many philosophers, from 1. May be left out where --topology says it.")
    private String processes;

    @Option(names = "--topology", paramLabel = "NAME", description = NetworkOptions.TOPOLOGY)
    private String topology;

    @Option(
            names = "--meals",
            paramLabel = "K",
            description = "How often each eats. Default: so often that all have " + MEALS
                    + " meals together, but at least " + LEAST_MEALS + " times.")
    private String meals;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "600",
            description = "Give up after so many seconds for each number of philosophers. Default: ${DEFAULT-VALUE}.")
    private String seconds;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        List<String> names = Catalogue.all().stream()
                .filter(algorithm -> algorithm.problem() instanceof Dining)
                .<String>map(Algorithm::name)
                .toList();
        Algorithm<?, ?, ?, ?, ?> algorithm =
                Catalogue.named(Values.oneOf("algorithm", name, names)).orElseThrow();
        Optional<Topologies.Named> named = NetworkOptions.named(topology);
        List<NetworkOptions> arrangements = new ArrayList<>();
        for (String each : processes == null ? new String[] {null} : processes.split(",", -1)) {
            arrangements.add(NetworkOptions.of(
                    algorithm, named, NetworkOptions.processes(named, each == null ? null : each.strip(), MOST)));
        }
        List<Row> rows = new ArrayList<>();
        OptionalInt wanted =
                meals == null ? OptionalInt.empty() : OptionalInt.of(Values.whole("--meals", meals, 1, MOST_MEALS));
        if (arrangements.size() > 1) {
            run(algorithm, arrangements.get(0), each(arrangements.get(0)));
        }
        for (NetworkOptions arrangement : arrangements) {
            rows.add(run(algorithm, arrangement, wanted.orElse(each(arrangement))));
        }
        spec.commandLine()
                .getOut()
                .println(json ? Json.of(json(algorithm, rows)) : text(algorithm, arrangements, rows));
        if (rows.stream().anyMatch(row -> row.violated().isPresent())) {
            return ExitCode.VIOLATED;
        }
        return rows.stream().allMatch(Row::all) ? ExitCode.DONE : ExitCode.UNDECIDED;
    }

    /** As many meals in all however many philosophers there are, so that lines can be compared. */
    private static int each(NetworkOptions arrangement) {
        return Math.max(LEAST_MEALS, MEALS / arrangement.positions().size());
    }

    /** Whoever solves this problem has these users. */
    @SuppressWarnings("unchecked")
    private Row run(Algorithm<?, ?, ?, ?, ?> algorithm, NetworkOptions arrangement, int mealsEach)
            throws InterruptedException {
        Protocol<?, ?, Input, Output> protocol = (Protocol<?, ?, Input, Output>)
                algorithm.protocol(Start.of(arrangement.positions().size(), 0));
        return new Dinner(arrangement, mealsEach).run(protocol, Values.seconds("--seconds", seconds, LONGEST));
    }

    /** One dinner. Users are told on the threads of their philosophers, so all of it is safe to be called from many. */
    private static final class Dinner {
        private final NetworkOptions arrangement;
        private final int mealsEach;
        private final List<Neighbours> neighbours;
        private final AtomicIntegerArray eaten;
        private final AtomicIntegerArray eating;
        private final AtomicLong fed = new AtomicLong();
        private final LongAdder messages = new LongAdder();
        private final AtomicReference<String> violated = new AtomicReference<>();
        private final CompletableFuture<Void> allHungry = new CompletableFuture<>();
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final CompletableFuture<ActorRef<ProcessCrowd.Command<Input>>> group = new CompletableFuture<>();

        Dinner(NetworkOptions arrangement, int mealsEach) {
            this.arrangement = arrangement;
            this.mealsEach = mealsEach;
            this.neighbours = arrangement.topology().everyones(arrangement.processes());
            this.eaten = new AtomicIntegerArray(neighbours.size());
            this.eating = new AtomicIntegerArray(neighbours.size());
        }

        Row run(Protocol<?, ?, Input, Output> protocol, Duration patience) throws InterruptedException {
            ActorSystem<Void> system = ActorSystem.create(
                    Behaviors.setup(context -> {
                        group.complete(context.spawn(crowd(protocol), "table"));
                        return Behaviors.empty();
                    }),
                    "dinner",
                    LOCAL);
            try {
                ActorRef<ProcessCrowd.Command<Input>> table = group.join();
                table.tell(new ProcessCrowd.AskAll<>(Input.HUNGRY));
                AskPattern.<ProcessCrowd.Command<Input>, ProcessCrowd.Begun>ask(
                                table, ProcessCrowd.AwaitBegun::new, patience, system.scheduler())
                        .toCompletableFuture()
                        .join();
                long cpu = processorNanos();
                long begin = System.nanoTime();
                allHungry.complete(null);
                boolean ended = awaited(patience);
                double lasted = (System.nanoTime() - begin) / 1e9;
                return new Row(
                        neighbours.size(),
                        meals(),
                        messages.sum(),
                        lasted,
                        (processorNanos() - cpu) / 1e9,
                        ended,
                        Optional.ofNullable(violated.get()));
            } finally {
                system.terminate();
                system.getWhenTerminated().toCompletableFuture().join();
            }
        }

        private static long processorNanos() {
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }

        private boolean awaited(Duration patience) throws InterruptedException {
            try {
                over.get(patience.toMillis(), TimeUnit.MILLISECONDS);
                return violated.get() == null;
            } catch (TimeoutException late) {
                return false;
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        private <S, M> Behavior<ProcessCrowd.Command<Input>> crowd(Protocol<S, M, Input, Output> protocol) {
            return ProcessCrowd.create(
                    protocol,
                    List.copyOf(arrangement.processes()),
                    neighbours,
                    TimerDurations.all(Duration.ZERO),
                    new ProcessCrowd.Listener<>() {
                        @Override
                        public void sent(M message) {
                            messages.increment();
                        }

                        @Override
                        public void takenUp(ProcessId process, Input appetite) {
                            eating.set(process.number(), 0);
                        }

                        @Override
                        public void told(ProcessId process, Output output, Consumer<Input> asks) {
                            eats(process, asks);
                        }
                    });
        }

        /** The meal lasts until the philosopher comes to hear that its user is sated. */
        private void eats(ProcessId self, Consumer<Input> asks) {
            int number = self.number();
            eating.set(number, 1);
            for (Neighbour other : neighbours.get(number)) {
                if (eating.get(other.id().number()) == 1) {
                    violated.compareAndSet(null, self + " eats while its neighbour " + other + " eats");
                    over.complete(null);
                }
            }
            if (allHungry.isDone()) {
                completes(number, asks);
            } else {
                allHungry.thenRun(() -> completes(number, asks));
            }
        }

        private void completes(int number, Consumer<Input> asks) {
            int meal = eaten.incrementAndGet(number);
            asks.accept(Input.SATED);
            if (meal < mealsEach) {
                asks.accept(Input.HUNGRY);
            } else if (fed.incrementAndGet() == neighbours.size()) {
                over.complete(null);
            }
        }

        private long meals() {
            return IntStream.range(0, eaten.length()).mapToLong(eaten::get).sum();
        }
    }

    private static Map<String, Object> json(Algorithm<?, ?, ?, ?, ?> algorithm, List<Row> rows) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("algorithm", algorithm.name());
        object.put("runs", rows.stream().map(Row::json).toList());
        return object;
    }

    private static String text(Algorithm<?, ?, ?, ?, ?> algorithm, List<NetworkOptions> arrangements, List<Row> rows) {
        StringBuilder text = new StringBuilder();
        text.append(algorithm.name())
                .append(" on ")
                .append(arrangements.get(0).topology())
                .append(", as actors\n\n");
        text.append(String.format(
                "%12s %12s %14s %10s %12s %12s %8s%n",
                "philosophers", "meals", "messages/meal", "seconds", "meals/s", "cpu us/meal", "ratio"));
        for (Row row : rows) {
            text.append(String.format(
                    Locale.ROOT,
                    "%,12d %,12d %14.2f %10.2f %,12.0f %12.2f %8.2f%s%n",
                    row.philosophers(),
                    row.meals(),
                    row.messagesEach(),
                    row.seconds(),
                    row.perSecond(),
                    row.microseconds(),
                    row.microseconds() / rows.get(0).microseconds(),
                    row.violated()
                            .map(violation -> "  violated: " + violation)
                            .orElse(row.all() ? "" : "  not all have eaten")));
        }
        return text.toString().stripTrailing();
    }
}
