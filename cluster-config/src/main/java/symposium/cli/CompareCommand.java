package symposium.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.election.Election;
import symposium.kernel.Algorithm;
import symposium.kernel.Bound;
import symposium.kernel.Catalogue;
import symposium.kernel.ProcessId;
import symposium.kernel.Seating;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.simulation.Simulation;
import symposium.simulation.Tally;
import symposium.simulation.Times;
import symposium.simulation.Users;
import symposium.trace.SvgPlot;

/** {@code symposium compare}: elections side by side. */
@Command(
        name = "compare",
        header = "Runs elections on the same random rings, and sets their messages against each other and the papers'"
                + " bounds.",
        description = {
            "%nAll call for an election at once, and every message travels for one tick. Messages that only announce the"
                    + " leader are not counted. An algorithm whose mean is known is run a second time, on the ring that costs it"
                    + " most. Algorithms for complete graphs are run on those.%n",
            "An algorithm is left out, with '-', where its bound is above " + CompareCommand.MOST_EACH_SHOWN
                    + " messages for each process, or the complete graph above " + CompareCommand.MOST_COMPLETE_SHOWN
                    + " processes."
        },
        exitCodeList = {
            "0:done",
            "1:an election went wrong, or took more messages than its paper allows",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class CompareCommand implements Callable<Integer> {

    static final String MOST_EACH_SHOWN = "4,096";
    static final String MOST_COMPLETE_SHOWN = "2,048";

    private static final int MOST_EACH = 4096;
    private static final int MOST_COMPLETE = 2048;
    private static final int MOST_PROCESSES = 1 << 20;
    private static final int MOST_RINGS = 1000;
    /** Beyond so many processes one ring is like another, and each takes long. */
    private static final int LARGE = 4096;

    private static final String WORST = ", at worst";
    private static final double ROUNDING = 1e-6;

    @Parameters(
            arity = "0..*",
            paramLabel = "ALGORITHM",
            description = "Which elections, by their names: see symposium algorithms. Default: all.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N,...",
            description = "On how many processes. Default: the powers of two from 2 to 2^20.")
    private String processes;

    @Option(
            names = "--rings",
            paramLabel = "R",
            defaultValue = "10",
            description = "How many rings of each size up to " + LARGE + ", to show the mean of; one of each larger"
                    + " size. Default: ${DEFAULT-VALUE}.")
    private String rings;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "The first ring of each size is that of symposium simulate --ids random --seed S, the next"
                    + " that of S+1, and so on. Default: ${DEFAULT-VALUE}.")
    private String seed;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw a plot, too, and write it to this file.")
    private String svg;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** An algorithm on random rings, or on its worst; {@code bounds} are those that speak of that. */
    private record Contender(Algorithm<?, ?, ?, ?, ?> algorithm, boolean worst, List<Bound> bounds) {

        String label() {
            return algorithm.name() + (worst ? WORST : "");
        }

        boolean onRings() {
            return algorithm.topologies().get(0) == Shape.RING;
        }

        Optional<Bound> bound(Bound.Kind kind) {
            return algorithm.bounds().stream()
                    .filter(bound -> bound.kind() == kind)
                    .findFirst();
        }

        /** Whether so many are not too many. */
        boolean takesOn(int count) {
            Optional<Bound> expected =
                    bound(Bound.Kind.MEAN).filter(mean -> !worst).or(() -> bound(Bound.Kind.MOST));
            return expected.stream().allMatch(bound -> bound.messages().applyAsDouble(count) <= (double) MOST_EACH * count)
                    && (onRings() || count <= MOST_COMPLETE);
        }
    }

    /** Messages of one contender on so many processes: over several rings the mean, the fewest, the most. */
    private record Result(int processes, int rings, double mean, long fewest, long most, double seconds) {}

    private record Election1(long messages, Optional<String> wrong) {}

    @Override
    public Integer call() {
        List<Contender> contenders = contenders();
        List<Integer> counts = counts();
        long first = Values.large("--seed", seed, 0, Long.MAX_VALUE - MOST_RINGS);
        int several = Values.whole("--rings", rings, 1, MOST_RINGS);
        Path picture = svg == null ? null : Values.writable("--svg", svg);

        Map<Contender, Map<Integer, Result>> results = new LinkedHashMap<>();
        contenders.forEach(contender -> results.put(contender, new TreeMap<>()));
        return 0;
    }
}
