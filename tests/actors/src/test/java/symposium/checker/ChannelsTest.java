package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.links.Frame;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.User;
import symposium.links.ReliableLink;

/** What links do with equal messages, and with a message that has been delivered. */
@Tag("fast")
class ChannelsTest {

    private static final FaultBudget FAULTS = FaultBudget.NONE.withLosses(2).withDuplications(2);

    private static Model<ReliableLink.State, Frame<ReliableLink.Message>, User, Input, Output> over(Channels channels) {
        return Model.of(new ReliableLink.Entry(), Start.of(2, 0)).withChannels(channels);
    }

    private static Set<List<?>> processes(Model<?, ?, ?, ?, ?> model) {
        Explorer<?, ?, ?, ?, ?> explorer = Explorer.of(model, Models.FEW).explore();
        assertTrue(explorer.report(false).complete());
        Set<List<?>> found = new HashSet<>();
        explorer.reachable().forEach(at -> found.add(at.live()));
        return found;
    }

    /**
     * So what holds of all processes and users over duplicating links holds under every loss, duplication and
     * reordering.
     */
    @Test
    void duplicatingLinksAdmitWhateverLossesAndDuplicationsAdmit() {
        Set<List<?>> all = processes(over(Channels.DUPLICATING));

        assertTrue(all.containsAll(processes(over(Channels.COALESCING))));
        assertEquals(all, processes(over(Channels.COALESCING).withFaults(FAULTS)));
        assertEquals(all, processes(over(Channels.DUPLICATING).withFaults(FAULTS)));
    }

    @Test
    void equalMessagesInTransitAreOne() {
        for (Channels channels : List.of(Channels.COALESCING, Channels.DUPLICATING)) {
            var explorer = Explorer.of(over(channels), Models.FEW).explore();
            explorer.reachable()
                    .forEach(at -> assertEquals(different(at), at.inTransit().count()));
        }
    }

    private static long different(Configuration<?, ?, ?> at) {
        return at.processes().stream()
                .mapToLong(from -> at.processes().stream()
                        .flatMap(to -> at.inTransit(from, symposium.kernel.Neighbour.of(to)).stream())
                        .collect(Collectors.toSet())
                        .size())
                .sum();
    }

    @Test
    void aDuplicatingLinkIsEmptyOnlyBeforeAnythingIsSentOrAfterALoss() {
        assertTrue(quiet(over(Channels.COALESCING)) > quiet(over(Channels.DUPLICATING)));
        assertTrue(quiet(over(Channels.DUPLICATING).withFaults(FAULTS)) > quiet(over(Channels.DUPLICATING)));
    }

    private static long quiet(Model<?, ?, ?, ?, ?> model) {
        long quiet = 0;
        for (Configuration<?, ?, ?> at :
                Explorer.of(model, Models.FEW).explore().reachable()) {
            quiet += at.quiet() ? 1 : 0;
        }
        return quiet;
    }

    /** A path says of each message that is delivered that it stays, so that it may be delivered again. */
    @Test
    void aPathOverDuplicatingLinksTellsWhatStays() {
        var explorer = Explorer.of(over(Channels.DUPLICATING), Models.FEW).explore();
        List<TraceEvent> path = explorer.pathTo(explorer.states() - 1);

        long duplicated = path.stream()
                .filter(TraceEvent.MessageDuplicated.class::isInstance)
                .count();
        long received = path.stream()
                .filter(event -> event instanceof TraceEvent.Stepped stepped
                        && stepped.event() instanceof symposium.kernel.Event.Received)
                .count();
        assertTrue(received > 0);
        assertEquals(received, duplicated);
    }
}
