package symposium.cli.table;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.cli.option.AlgorithmConverter;
import symposium.cli.option.Bounds;
import symposium.cli.option.NetworkOptions;
import symposium.cli.option.RunNetwork;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportingCommand;
import symposium.cli.report.RunTable;
import symposium.cli.simulate.CrowdSystem;
import symposium.cli.simulate.ProcessCrowd;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;

/** {@code symposium table dine}: philosophers as actors of this JVM, and how many meals they have in a second. */
@Command(name = "dine")
final class DineCommand extends ReportingCommand {

    private static final int MOST = 1_000_000;
    private static final int MEALS = 1_000_000;
    private static final int LEAST_MEALS = 10;

    /** The result for one number of philosophers. */
    private record Row(
            int philosophers,
            long meals,
            long messages,
            double seconds,
            double processorSeconds,
            boolean all,
            Optional<String> violated) {

        /** The processor time of a meal. Other programs on the machine do not change it. */
        double microsecondsPerMeal() {
            return processorSeconds * 1e6 / Math.max(1, meals);
        }

        JsonObject json() {
            return new JsonObject()
                    .with("philosophers", philosophers)
                    .with("meals", meals)
                    .with("messages", messages)
                    .with("seconds", seconds)
                    .with("processorSeconds", processorSeconds)
                    .with("mealsPerSecond", Math.round(meals / seconds))
                    .with("processorMicrosecondsPerMeal", Math.round(microsecondsPerMeal() * 100) / 100.0)
                    .with("all", all)
                    .with("violated", violated);
        }

        public String note() {
            return violated.map(violation -> "  violated: " + violation).orElse(all ? "" : "  not all have eaten");
        }
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "ALGORITHM",
            descriptionKey = "algorithm",
            defaultValue = "two-stage",
            converter = AlgorithmConverter.OfDining.class)
    private Algorithm<?, ?, ?, ?, ?> algorithm;

    @Mixin
    private final NetworkOptions options = new NetworkOptions(MOST);

    @Option(names = "--meals", paramLabel = "K")
    @Bounds(least = 1, most = MEALS)
    private Optional<Integer> meals;

    @Option(names = "--seconds", paramLabel = "S")
    @Bounds(most = 24 * 3600)
    private Duration seconds = Duration.ofMinutes(10);

    @Override
    public Integer call() throws InterruptedException {
        List<RunNetwork> networks = options.counts(Optional.empty()).stream()
                .map(count -> options.of(algorithm, count))
                .toList();
        if (networks.size() > 1) {
            run(networks.get(0), each(networks.get(0)));
        }
        List<Row> rows = new ArrayList<>();
        for (RunNetwork network : networks) {
            rows.add(run(network, meals.orElse(each(network))));
        }
        print(() -> JsonObject.runs("algorithm", algorithm.name(), rows, Row::json), () -> text(networks.get(0), rows));
        if (rows.stream().anyMatch(row -> row.violated().isPresent())) {
            return ExitCode.VIOLATED;
        }
        return rows.stream().allMatch(Row::all) ? ExitCode.DONE : ExitCode.UNDECIDED;
    }

    /** The number of meals in all is the same for every number of philosophers, so that lines can be compared. */
    private static int each(RunNetwork network) {
        return Math.max(LEAST_MEALS, MEALS / network.count());
    }

    /** Every algorithm for this problem has these inputs and outputs. */
    @SuppressWarnings("unchecked")
    private <S, M> Row run(RunNetwork network, int mealsEach) throws InterruptedException {
        Protocol<S, M, Input, Output> protocol =
                (Protocol<S, M, Input, Output>) algorithm.protocol(Start.of(network.count(), 0));
        return new Dinner<M>(network, mealsEach).run(protocol, seconds);
    }

    private String text(RunNetwork network, List<Row> rows) {
        double first = rows.get(0).microsecondsPerMeal();
        return algorithm.name() + " on " + network.topology() + ", as actors\n\n"
                + new RunTable<Row>()
                        .with("philosophers", 12, "%,d", Row::philosophers)
                        .with("meals", 12, "%,d", Row::meals)
                        .with("messages/meal", 14, "%.2f", row -> (double) row.messages() / Math.max(1, row.meals()))
                        .with("seconds", 10, "%.2f", Row::seconds)
                        .with("meals/s", 12, "%,.0f", row -> row.meals() / row.seconds())
                        .with("cpu us/meal", 12, "%.2f", Row::microsecondsPerMeal)
                        .with("ratio", 8, "%.2f", row -> row.microsecondsPerMeal() / first)
                        .text(rows, Row::note);
    }

    /** One dinner. The actors call it from many threads. */
    private static final class Dinner<M> implements ProcessCrowd.Listener<M, Input, Output> {
        private final List<ProcessId> members;
        private final int mealsEach;
        private final List<Neighbours> neighbours;
        private final AtomicIntegerArray eaten;
        private final AtomicIntegerArray eating;
        private final AtomicLong fed = new AtomicLong();
        private final LongAdder messages = new LongAdder();
        private final AtomicReference<String> violated = new AtomicReference<>();
        private final CompletableFuture<Void> allHungry = new CompletableFuture<>();
        private final CountDownLatch over = new CountDownLatch(1);

        Dinner(RunNetwork network, int mealsEach) {
            this.members = List.copyOf(network.processes());
            this.mealsEach = mealsEach;
            this.neighbours = network.topology().everyones(network.processes());
            this.eaten = new AtomicIntegerArray(neighbours.size());
            this.eating = new AtomicIntegerArray(neighbours.size());
        }

        <S> Row run(Protocol<S, M, Input, Output> protocol, Duration patience) throws InterruptedException {
            try (CrowdSystem<Input> table = CrowdSystem.start(protocol, members, neighbours, Duration.ZERO, this)) {
                table.tell(new ProcessCrowd.AskAll<>(Input.HUNGRY));
                table.awaitBegun(patience);
                long cpu = processorNanos();
                long begin = System.nanoTime();
                allHungry.complete(null);
                boolean ended = over.await(patience.toMillis(), TimeUnit.MILLISECONDS) && violated.get() == null;
                double lasted = (System.nanoTime() - begin) / 1e9;
                return new Row(
                        neighbours.size(),
                        IntStream.range(0, eaten.length()).mapToLong(eaten::get).sum(),
                        messages.sum(),
                        lasted,
                        (processorNanos() - cpu) / 1e9,
                        ended,
                        Optional.ofNullable(violated.get()));
            }
        }

        private static long processorNanos() {
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }

        @Override
        public void sent(M message) {
            messages.increment();
        }

        @Override
        public void takenUp(ProcessId process, Input input) {
            eating.set(process.number(), 0);
        }

        /** The meal lasts until the process takes up its user's SATED. */
        @Override
        public void told(ProcessId self, Output output, Consumer<Input> asks) {
            int number = self.number();
            eating.set(number, 1);
            for (Neighbour other : neighbours.get(number)) {
                if (eating.get(other.id().number()) == 1) {
                    violated.compareAndSet(null, self + " eats while its neighbour " + other + " eats");
                    over.countDown();
                }
            }
            allHungry.thenRun(() -> completes(number, asks));
        }

        private void completes(int number, Consumer<Input> asks) {
            int meal = eaten.incrementAndGet(number);
            asks.accept(Input.SATED);
            if (meal < mealsEach) {
                asks.accept(Input.HUNGRY);
            } else if (fed.incrementAndGet() == neighbours.size()) {
                over.countDown();
            }
        }
    }
}
