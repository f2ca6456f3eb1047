package symposium.demo;

import java.util.List;
import symposium.arbitration.Dining;
import symposium.arbitration.resources.ResourceAllocation;
import symposium.cluster.InvalidSetting;
import symposium.cluster.SymposiumNode;
import symposium.ewd851misra.Ewd851Misra;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Timer;
import symposium.mutex.ewd851.Ewd851;
import symposium.tokenbyelection.TokenByElection;

/**
 * What is on: the algorithm of a dinner, as far as it matters for how the dinner is told and counted.
 *
 * @param algorithm its name in the catalogue
 * @param messages the type of its messages; of a token algorithm in epochs, that of the token algorithm's
 * @param inEpochs whether it is a token algorithm in epochs
 * @param lossDetectionTimers the timers by which rests what watches over what a death may take away
 * @param goesOn whether those who survive a death go on
 * @param cost its messages per entry, as the catalogue has them
 */
public record DemoScript(
        String algorithm,
        Class<?> messages,
        boolean inEpochs,
        List<Timer> lossDetectionTimers,
        boolean goesOn,
        String cost) {

    /** The name of the algorithm behind the table. */
    public static final String TABLE = ResourceAllocation.NAME;

    /**
     * The programme of an algorithm.
     *
     * @param algorithm one of {@link SymposiumNode#algorithms}, or that of the {@link symposium.cluster.Resources}, which every node has
     * @throws InvalidSetting when no node can run it
     */
    public static DemoScript of(String algorithm) {
        boolean goesOn = algorithm.equals(TABLE) || SymposiumNode.survivesDeaths(algorithm);
        Algorithm<?, ?, ?, ?, ?> entry = Catalogue.named(algorithm).orElseThrow();
        boolean inEpochs = entry instanceof TokenByElection.Entry;
        Class<?> messages = entry instanceof TokenByElection.Entry<?, ?, ?, ?> pair
                ? pair.token().messages()
                : entry.messages();
        return new DemoScript(
                entry.name(), messages, inEpochs, List.copyOf(entry.lossDetectionTimers()), goesOn, entry.cost());
    }

    MessageKinds kinds() {
        return inEpochs ? MessageKinds.of(messages).inEpochs() : MessageKinds.of(messages);
    }

    /** Whether it is told in the words of the ring that signals call its token round. */
    boolean ofSignals() {
        return messages == Ewd851Misra.Message.class || messages == Ewd851.Message.class;
    }

    /** Whether whoever eats has something that others have to get from it: a message that is called a token. */
    boolean hasToken() {
        return kinds().all().stream().anyMatch(kind -> kind.name().contains("token"));
    }

    /** Whether philosophers share forks two by two, and several may eat at once. */
    boolean ofForks() {
        return Catalogue.named(algorithm).orElseThrow().problem() instanceof Dining;
    }

    /** Whether applications take sets of resources, whichever algorithm shares the lock meanwhile. */
    boolean ofResources() {
        return algorithm.equals(TABLE);
    }

    Wording wording() {
        if (ofResources()) {
            return Wording.ofResources();
        }
        if (ofForks()) {
            return Wording.ofMeals("waiting for forks", "how often each ate");
        }
        return Wording.ofMeals(
                hasToken() ? "waiting for the token" : "waiting to be granted", "how often each was granted the lock");
    }

    ProtocolNarrator plot(Narrator.Voice voice, Names names) {
        ProtocolNarrator plot = ofSignals() ? new RingNarrator(voice) : new PlainNarrator(voice, names);
        return inEpochs ? new EpochNarrator(voice, plot) : plot;
    }
}
