package symposium.demo;

import java.util.List;
import symposium.arbitration.Dining;
import symposium.cluster.InvalidSetting;
import symposium.cluster.SymposiumNode;
import symposium.epochs.EpochsAlgorithm;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Timer;
import symposium.mutex.ewd851.Ewd851Message;
import symposium.ring.RingMessage;

/**
 * What is on: the algorithm of a dinner, as far as it matters for how the dinner is told and counted.
 *
 * @param algorithm its name in the catalogue
 * @param messages the type of its messages; of a token algorithm in epochs, that of the token algorithm's
 * @param inEpochs whether it is a token algorithm in epochs
 * @param vigils the timers by which rests what watches over what a death may take away
 * @param goesOn whether those who survive a death go on
 * @param cost its messages per entry, as the catalogue has them
 */
public record Programme(
        String algorithm, Class<?> messages, boolean inEpochs, List<Timer> vigils, boolean goesOn, String cost) {

    /**
     * The programme of an algorithm.
     *
     * @throws InvalidSetting when no node can run it
     */
    public static Programme of(String algorithm) {
        boolean goesOn = SymposiumNode.survivesDeaths(algorithm);
        Algorithm<?, ?, ?, ?, ?> entry = Catalogue.named(algorithm).orElseThrow();
        boolean inEpochs = entry instanceof EpochsAlgorithm;
        Class<?> messages =
                entry instanceof EpochsAlgorithm<?, ?, ?, ?> pair ? pair.token().messages() : entry.messages();
        return new Programme(entry.name(), messages, inEpochs, List.copyOf(entry.vigils()), goesOn, entry.cost());
    }

    Kinds kinds() {
        return inEpochs ? Kinds.of(messages).inEpochs() : Kinds.of(messages);
    }

    /** Whether it is told in the words of the ring that signals call its token round. */
    boolean ofSignals() {
        return messages == RingMessage.class || messages == Ewd851Message.class;
    }

    /** Whether whoever eats has something that others have to get from it: a message that is called a token. */
    boolean hasToken() {
        return kinds().all().stream().anyMatch(kind -> kind.name().contains("token"));
    }

    /** Whether philosophers share forks two by two, and several may eat at once. */
    boolean ofForks() {
        return Catalogue.named(algorithm).orElseThrow().problem() instanceof Dining;
    }

    Plot plot(Story.Voice voice) {
        Plot plot = ofSignals() ? new RingPlot(voice) : new PlainPlot(voice);
        return inEpochs ? new EpochPlot(voice, plot) : plot;
    }
}
