package symposium.cluster;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Start;
import symposium.mutex.Ask;
import symposium.mutex.Told;
import symposium.mutex.ewd851.Ewd851Algorithm;
import symposium.mutex.ewd851.Ewd851Message;
import symposium.mutex.ewd851.Ewd851State;
import symposium.ring.Ring;
import symposium.ring.RingAlgorithm;
import symposium.ring.RingMessage;
import symposium.ring.RingState;
import symposium.ring.Vigilance;

/**
 * How an algorithm for mutual exclusion lives on a cluster.
 *
 * @param algorithm its name in the catalogue
 * @param messages the type of its messages
 * @param formation when its processes begin
 * @param protocol the algorithm; what it is told of the start depends on {@code formation}
 */
record Residency<S, M>(
        String algorithm, Class<M> messages, Formation formation, Function<Start, Protocol<S, M, Ask, Told>> protocol) {

    /** When processes begin. */
    enum Formation {
        /**
         * Once all processes that are configured are up, with the ring of all, the token at the lowest; later changes of the
         * membership are not told, because the algorithm could not hear of them.
         */
        COMPLETE,
        /**
         * At once and cut off, the start naming as many processes as are configured, by number alone; every membership comes as a
         * change.
         */
        AT_ONCE
    }

    private static final Map<String, LongFunction<Residency<?, ?>>> ALL = new TreeMap<>();

    static {
        Ewd851Algorithm ewd851 = new Ewd851Algorithm();
        ALL.put(
                ewd851.name(),
                first -> new Residency<Ewd851State, Ewd851Message>(
                        ewd851.name(), ewd851.messages(), Formation.COMPLETE, ewd851::protocol));
        RingAlgorithm ring = new RingAlgorithm();
        ALL.put(
                ring.name(),
                first -> new Residency<RingState, RingMessage>(
                        ring.name(),
                        ring.messages(),
                        Formation.AT_ONCE,
                        start -> Ring.startingEmpty(first, Ring.Conduct.of(start, Vigilance.SILENCE))));
    }

    /** The algorithms that live on a cluster, by name. */
    static SortedSet<String> names() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(ALL.keySet()));
    }

    /**
     * How the algorithm that these settings name lives on a cluster.
     *
     * <p>A process forgets with its life which generations it has heard of. So unless the settings say otherwise no election
     * in which it takes part issues a token below the seconds from 1970 to the beginning of this life, which exceed every generation of a
     * former one, as far as clocks can be trusted: each loss advances them by the number of processes at the most.
     *
     * @throws InvalidSetting when it does not
     */
    static Residency<?, ?> of(Settings settings) {
        return of(settings.algorithm(), settings.firstGeneration().orElseGet(() -> Instant.now()
                .getEpochSecond()));
    }

    /**
     * How the algorithm of this name lives on a cluster.
     *
     * @param firstGeneration tokens issued with this process taking part are of a higher generation than this, where they have one
     * @throws InvalidSetting when it does not
     */
    static Residency<?, ?> of(String algorithm, long firstGeneration) {
        LongFunction<Residency<?, ?>> residency = ALL.get(algorithm);
        if (residency == null) {
            throw new InvalidSetting(
                    "symposium.algorithm is " + algorithm + ": a cluster runs one of " + List.copyOf(ALL.keySet()));
        }
        return residency.apply(firstGeneration);
    }

    /** The process with which a ring begins when nothing else says so. */
    Start start(View view) {
        ProcessId lowest = view.members().firstKey();
        return new Start(view.ring(), lowest, view.ring().size() / 2 + 1);
    }
}
