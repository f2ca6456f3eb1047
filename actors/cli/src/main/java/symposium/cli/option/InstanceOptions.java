package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;

/** An algorithm on a network, and how it starts: what {@code check} and {@code simulate} have in common. */
public final class InstanceOptions {

    private static final String ALL = "all";

    @Parameters(arity = "0..1", paramLabel = "ALGORITHM", descriptionKey = "algorithm")
    private Algorithm<?, ?, ?, ?, ?> algorithm;

    @Mixin
    private final NetworkOptions network;

    @Option(names = "--ids", paramLabel = "I,I,...")
    private Optional<Ids> ids;

    @Option(names = "--holder", paramLabel = "H")
    private Optional<String> holder;

    @Option(names = "--quorum", paramLabel = "Q")
    @Bounds(least = 1, most = Integer.MAX_VALUE)
    private Optional<Integer> quorum;

    @Option(names = "--initiators", paramLabel = "P,P,...")
    private Optional<String> initiators;

    @Option(names = "--network", paramLabel = "ORDER")
    private Optional<Channels> channels;

    @Option(names = "--variant", paramLabel = "NAME")
    private Optional<String> variant;

    /** @param most the greatest number of processes that the command takes */
    public InstanceOptions(int most) {
        this.network = new NetworkOptions(most);
    }

    /** The algorithm; it has to be named. */
    public Algorithm<?, ?, ?, ?, ?> algorithm() {
        if (algorithm == null) {
            throw new BadInput("which algorithm? There are: " + String.join(", ", new AlgorithmConverter().names()));
        }
        return algorithm;
    }

    public NetworkOptions network() {
        return network;
    }

    public Optional<Ids> ids() {
        return ids;
    }

    public Optional<Channels> channels() {
        return channels;
    }

    /** The network with this number of processes, with the identifiers in their places. */
    public RunNetwork network(int count, long seed) {
        RunNetwork plain = network.of(algorithm, count);
        return ids.map(order -> plain.withIds(order.of(count, seed))).orElse(plain);
    }

    /**
     * The start: the holder of the token, the first unless an option names it, and the quorum, a majority unless an
     * option says it.
     */
    public Start start(RunNetwork network) {
        int count = network.count();
        ProcessId first = holder.map(name -> network.process("--holder", name))
                .orElse(network.positions().get(0));
        int agreeing = quorum.map(number -> Values.within("--quorum", number, 1, count))
                .orElse(count / 2 + 1);
        return new Start(network.processes(), first, agreeing);
    }

    /** The processes whose users ask; empty for all. */
    public Optional<SortedSet<ProcessId>> initiators(RunNetwork network) {
        return initiators.filter(text -> !text.strip().equals(ALL)).map(text -> network.several("--initiators", text));
    }

    public boolean namesInitiators() {
        return initiators.isPresent();
    }

    /** Whether an option names a variant. */
    public boolean namesVariant() {
        return variant.isPresent();
    }

    /** The variant that runs instead of the algorithm, if an option names one. */
    public <S, M, I, O> Optional<Variant<S, M, I, O>> variant(Algorithm<S, M, ?, I, O> of, Start start) {
        return variant.map(text -> variant(of.name(), text, of.checks().variants(start)));
    }

    private static <S, M, I, O> Variant<S, M, I, O> variant(
            String algorithm, String text, List<Variant<S, M, I, O>> variants) {
        if (variants.isEmpty()) {
            throw new BadInput("--variant %s: %s has no variants", quoted(text), algorithm);
        }
        if (text.matches("[+-]?[0-9]+")) {
            return variants.get(Values.whole("--variant", text, 1, variants.size()) - 1);
        }
        return variants.stream()
                .filter(each -> each.name().equals(text.strip()))
                .findFirst()
                .orElseThrow(() -> new BadInput(
                        "--variant %s is none of the %d of %s, which symposium algorithms --variants names%s",
                        quoted(text),
                        variants.size(),
                        algorithm,
                        Values.meant(text, variants.stream().map(Variant::name).toList())));
    }

    /** What an algorithm defines for the number of processes. */
    public static <T> T defined(Algorithm<?, ?, ?, ?, ?> algorithm, int count, Supplier<T> what) {
        try {
            return what.get();
        } catch (IllegalArgumentException undefined) {
            throw new BadInput(
                    "-n %d: %s does not run on this number of processes: %s",
                    count, algorithm.name(), undefined.getMessage());
        }
    }
}
