package symposium.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
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

    private static final Map<String, Residency<?, ?>> ALL = new TreeMap<>();

    static {
        Ewd851Algorithm ewd851 = new Ewd851Algorithm();
        add(new Residency<Ewd851State, Ewd851Message>(
                ewd851.name(), ewd851.messages(), Formation.COMPLETE, ewd851::protocol));
        RingAlgorithm ring = new RingAlgorithm();
        add(new Residency<RingState, RingMessage>(
                ring.name(),
                ring.messages(),
                Formation.AT_ONCE,
                start -> Ring.startingEmpty(generationOfThisLife(), Ring.Conduct.of(start, Vigilance.SILENCE))));
    }

    /**
     * A process forgets with its life which generations it has heard of. So no election in which it takes part issues a token below the
     * seconds from 1970 to the beginning of this life, which exceed every generation of a former one, as far as clocks can be trusted:
     * each loss advances them by the number of processes at the most.
     */
    private static long generationOfThisLife() {
        return Instant.now().getEpochSecond();
    }

    private static void add(Residency<?, ?> residency) {
        ALL.put(residency.algorithm(), residency);
    }

    /**
     * How the algorithm of this name lives on a cluster.
     *
     * @throws InvalidSetting when it does not
     */
    static Residency<?, ?> of(String algorithm) {
        Residency<?, ?> residency = ALL.get(algorithm);
        if (residency == null) {
            throw new InvalidSetting(
                    "symposium.algorithm is " + algorithm + ": a cluster runs one of " + List.copyOf(ALL.keySet()));
        }
        return residency;
    }

    /** The process with which a ring begins when nothing else says so. */
    Start start(View view) {
        ProcessId lowest = view.members().firstKey();
        return new Start(view.ring(), lowest, view.ring().size() / 2 + 1);
    }
}
