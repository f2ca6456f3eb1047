package symposium.election.dolevklawerodeh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.actor.Stage;
import symposium.election.DeliveryDriver;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.OnRing;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Elected;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.First;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Second;
import symposium.kernel.ProcessId;

/** The chapter's section 5.4, acted out. */
@Tag("fast")
class DolevKlaweRodehPaperTest extends OnRing {

    private static Stage<DolevKlaweRodeh.State, DolevKlaweRodeh.Message, Call, Leader> active() {
        var process = process(new DolevKlaweRodeh());
        process.asks(Call.INITIATE);
        process.tookStep("i.0").sends(LEFT, new First(SELF)).andNothingElse();
        return process;
    }

    private static Stage<DolevKlaweRodeh.State, DolevKlaweRodeh.Message, Call, Leader> inThePlaceOf(ProcessId greater) {
        var process = active();
        process.receives(RIGHT, new First(greater));
        process.tookStep("1.1").sends(LEFT, new Second(greater)).andNothingElse();
        process.receives(RIGHT, new Second(SMALL));
        process.tookStep("2.0").sends(LEFT, new First(greater)).andNothingElse();
        return process;
    }

    /** "when decision (initiate_election) do sendL (1, my_number); state := active". */
    @Test
    void anInitiatorSendsItsNumberAsThatOfTheNearerNeighbour() {
        active();
    }

    /**
     * "P_i then takes the point of view of P_k and looks to see if this process has the greatest identifier of the
     * three".
     */
    @Test
    void whoseRightNeighbourIsTheGreatestOfThreeTakesItsRole() {
        inThePlaceOf(GREAT);
    }

    /** "otherwise P_i becomes passive", and "is simply to pass to its neighbour on the left any message received". */
    @Test
    void whoseRightNeighbourIsNotBecomesARelay() {
        var process = active();
        process.receives(RIGHT, new First(SMALL));
        process.tookStep("1.1").sends(LEFT, new Second(SMALL)).andNothingElse();
        process.receives(RIGHT, new Second(ProcessId.of(2)));
        process.tookStep("2.1").andNothingElse();
        process.receives(RIGHT, new First(ProcessId.of(2)));
        process.tookStep("1.3").sends(LEFT, new First(ProcessId.of(2))).andNothingElse();
        process.receives(RIGHT, new Second(GREAT));
        process.tookStep("2.2").sends(LEFT, new Second(GREAT)).andNothingElse();
    }

    /** (a): "a process would decide to participate on first receiving a message concerning the election". */
    @Test
    void aProcessThatIsAsleepTakesPartFirst() {
        var process = process(new DolevKlaweRodeh());
        process.receives(RIGHT, new First(SMALL));
        process.tookStep("1.0")
                .sends(LEFT, new First(SELF))
                .sends(LEFT, new Second(SMALL))
                .andNothingElse();
    }

    /** "max is greatest number and is sent to all processes", by the process that has taken its place. */
    @Test
    void aProcessThatReceivesTheNumberWhosePlaceItHasTakenAnnouncesIt() {
        var process = inThePlaceOf(GREAT);
        process.receives(RIGHT, new First(GREAT));
        process.tookStep("1.2")
                .tells(new Leader(GREAT))
                .sends(LEFT, new Elected(GREAT))
                .andNothingElse();
    }

    /**
     * "At each stage 2n messages are exchanged [...] At the final stage only one process is active so only n messages".
     */
    @Test
    void everyStageCostsTwoMessagesALinkAndTheLastOne() {
        assertEquals(
                2 * 4 + 4,
                stages(3, 2, 1, 0).sent(First.class) + stages(3, 2, 1, 0).sent(Second.class));
        assertEquals(
                2 * 4 + 2 * 4 + 4,
                stages(3, 1, 2, 0).sent(First.class) + stages(3, 1, 2, 0).sent(Second.class));
    }

    private static DeliveryDriver<DolevKlaweRodeh.State, DolevKlaweRodeh.Message> stages(int... leftwards) {
        var ring = ring(new DolevKlaweRodeh(), leftwards).allInitiating().untilItIsOver();
        assertEquals(Set.of(new Leader(ProcessId.of(3))), Set.copyOf(ring.told().values()));
        assertEquals(leftwards.length, ring.told().size());
        assertEquals(leftwards.length, ring.sent(Elected.class));
        return ring;
    }
}
