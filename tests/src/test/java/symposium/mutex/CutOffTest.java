package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Standing;
import symposium.kernel.Start;
import symposium.kernel.Step;

/** Where departures alone are stood, whoever has been cut off stays out: what it gave up then the others have not heard. */
class CutOffTest {

    private static final Start START = Start.of(3, 0);

    @Test
    void whoeverWasCutOffGetsNoNeighboursBackAndIsGrantedNothing() {
        Set<String> tried = new TreeSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (algorithm.problem() == MutualExclusion.PROBLEM && algorithm.stands() == Standing.DEPARTURES) {
                tried.add(algorithm.name());
                for (ProcessId process : START.processes()) {
                    staysOut(mutual(algorithm), process, false);
                    staysOut(mutual(algorithm), process, true);
                }
            }
        }
        assertTrue(
                tried.containsAll(Set.of(
                        "lamport",
                        "ricart-agrawala",
                        "ricart-agrawala-stamped",
                        "carvalho-roucairol",
                        "suzuki-kasami-survivor",
                        "token-ring")),
                tried.toString());
    }

    @SuppressWarnings("unchecked")
    private static Algorithm<Object, Object, ?, Ask, Told> mutual(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return (Algorithm<Object, Object, ?, Ask, Told>) algorithm;
    }

    private static void staysOut(
            Algorithm<Object, Object, ?, Ask, Told> algorithm, ProcessId process, boolean asksBefore) {
        Protocol<Object, Object, Ask, Told> protocol = algorithm.protocol(START);
        Neighbours neighbours = algorithm.topologies().get(0).neighbours(process, START.processes());
        Event<Object, Ask> enter = new Event.Input<>(Ask.ENTER);
        Event<Object, Ask> cutOff = new Event.NeighboursChanged<>(Neighbours.none(), new TreeSet<>());
        Event<Object, Ask> back = new Event.NeighboursChanged<>(neighbours, new TreeSet<>());

        Object start = protocol.initial(process, neighbours);
        Step<Object, Object, Told> asked = asksBefore ? protocol.step(start, enter) : null;
        boolean holds = asked != null && grants(asked);
        Step<Object, Object, Told> cut = protocol.step(asksBefore ? asked.next() : start, cutOff);
        assertEquals(holds, cut.effects().stream().anyMatch(CutOffTest::lost), algorithm.name() + ": " + cut);

        Step<Object, Object, Told> returned = protocol.step(cut.next(), back);
        Step<Object, Object, Told> again = protocol.step(cut.next(), cutOff);
        assertEquals(again, returned, algorithm.name() + " at process " + process);
        if (!asksBefore) {
            Step<Object, Object, Told> asking = protocol.step(returned.next(), enter);
            assertTrue(
                    asking.effects().stream().noneMatch(effect -> effect instanceof Effect.Send) && !grants(asking),
                    algorithm.name() + ": " + asking);
        }
    }

    private static boolean grants(Step<Object, Object, Told> step) {
        return step.effects().stream()
                .anyMatch(effect ->
                        effect instanceof Effect.Output<?, ?> output && output.output() instanceof Told.Granted);
    }

    private static boolean lost(Effect<Object, Told> effect) {
        return effect instanceof Effect.Output<Object, Told> output && output.output() instanceof Told.Lost;
    }
}
