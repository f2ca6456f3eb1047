package symposium.arbitration.resources;

import java.util.*;
import org.junit.jupiter.api.Test;
import symposium.checker.*;
import symposium.kernel.*;

class ResourcesExhaustiveTest {
    static Model<ResourcesState, ResourcesMessage, Holdings, Wish, Reserved> model(
            Sharing s, int n, int k, int quorum) {
        return Model.of(new ResourcesAlgorithm(s), Start.of(n, 0).withQuorum(quorum))
                .requesting(k);
    }

    static final Sharing S = new Sharing(List.of(Set.of("a"), Set.of("b"), Set.of("a", "b")), 1);
    static final Sharing S2 = new Sharing(List.of(Set.of("a"), Set.of("b"), Set.of("a", "b")), 2);
    static final Sharing AB = new Sharing(List.of(Set.of("a"), Set.of("a", "b")), 1);

    static void show(String what, Report r) {
        System.out.println("== " + what + ": " + r.states() + " states, " + r.seconds() + " s, complete " + r.complete()
                + " " + r.verdict());
        System.out.println("   silent "
                + r.rules().entrySet().stream()
                        .filter(e -> e.getValue() == 0)
                        .map(Map.Entry::getKey)
                        .toList());
        for (Property p : r.properties()) {
            if (p.verdict() != Verdict.HOLDS || !p.tested()) {
                System.out.println("   " + p.name() + " " + p.verdict() + " tested " + p.tested());
                p.trace().forEach(o -> System.out.println("      " + o));
                if (!p.cycle().isEmpty()) {
                    System.out.println("    forever:");
                    p.cycle().forEach(o -> System.out.println("      " + o));
                }
            }
        }
    }

    static Report run(Model<?, ?, ?, ?, ?> m) {
        return Explorer.of(m, new Limits(3_000_000, java.time.Duration.ofSeconds(60)))
                .explore()
                .report(true);
    }

    @Test
    void all() {
        show("2,2 S", run(model(S, 2, 2, 2)));
        show("2,2 S2", run(model(S2, 2, 2, 2)));
        show("3,1 S", run(model(S, 3, 1, 2)));
        show("2,2 S crash q1", run(model(S, 2, 2, 1).suffering(Faults.crashes(1))));
        show("3,1 AB crash q2", run(model(AB, 3, 1, 2).suffering(Faults.crashes(1))));
        show("3,1 AB crash2 q1", run(model(AB, 3, 1, 1).suffering(Faults.crashes(2))));
    }

    @Test
    void joins() {
        var alg = new ResourcesAlgorithm(AB);
        for (int q = 1; q <= 2; q++) {
            Start start = Start.of(2, 0).withQuorum(q);
            show(
                    "start cut off 2 q" + q,
                    run(Model.of(alg, start)
                            .requesting(1)
                            .running(alg.joining(start, 0))
                            .startingCutOff()));
        }
        Start start = Start.of(3, 0).withQuorum(2);
        show(
                "start cut off 3 q2",
                run(Model.of(alg, start)
                        .requesting(1)
                        .running(alg.joining(start, 0))
                        .startingCutOff()
                        .asking(Set.of(ProcessId.of(0), ProcessId.of(2)))));
        show(
                "join 2 of 3",
                run(Model.of(alg, start)
                        .requesting(1)
                        .running(alg.joining(start, 0))
                        .startingCutOff()
                        .arriving(Set.of(ProcessId.of(2)))
                        .suffering(Faults.joins(1))
                        .asking(Set.of(ProcessId.of(0), ProcessId.of(2)))));
        show(
                "partition",
                run(model(AB, 3, 1, 2)
                        .solving(AB.underSuspicion())
                        .under(alg.lawsUnderSuspicion())
                        .suffering(Faults.partition(Set.of(ProcessId.of(2))))));
        show(
                "link failure",
                run(model(AB, 2, 1, 2).suffering(Faults.linkFailures(1).withLinkRecoveries(1))));
    }
}
