package symposium.cli.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.demo.Demo;
import symposium.demo.event.DemoEvent;
import symposium.kernel.ProcessId;
import symposium.web.RunFault;
import symposium.web.RunServer;

/** The faults of a demo by the buttons of its page. */
public final class LiveFaults {

    private LiveFaults() {}

    /** What can be done to the nodes of a demo. */
    public static List<RunFault> of(Demo demo) {
        List<RunFault> faults = new ArrayList<>(List.of(
                new RunFault("kill", "kill", 1, some -> demo.kill(process(some, 0))),
                new RunFault("suspect", "suspect", 1, some -> demo.suspect(process(some, 0))),
                new RunFault("pause", "pause", 1, some -> demo.pause(process(some, 0), true)),
                new RunFault("resume", "resume", 1, some -> demo.pause(process(some, 0), false)),
                new RunFault("cut", "cut", 2, some -> cut(demo, some, true)),
                new RunFault("mend", "mend", 2, some -> cut(demo, some, false))));
        demo.losable()
                .forEach(lost -> faults.add(new RunFault(
                        lost.fault(), "lose " + demo.named(lost), demo.recovery(lost), 0, none -> demo.lose(lost))));
        return faults;
    }

    private static Optional<String> cut(Demo demo, List<Integer> some, boolean cuts) {
        return demo.cut(process(some, 0), process(some, 1), cuts);
    }

    private static ProcessId process(List<Integer> some, int at) {
        return ProcessId.of(some.get(at));
    }

    /** Shows on the page what no log tells of a demo. */
    public static void show(DemoEvent event, RunServer page) {
        if (event instanceof DemoEvent.Killed killed) {
            page.happens(killed.process(), "killed", true);
        } else if (event instanceof DemoEvent.Suffered suffered) {
            page.happens(suffered.process(), suffered.what(), false);
        } else if (event instanceof DemoEvent.TokenLost lost) {
            page.happens(lost.process(), lost.what(), false);
        } else if (event instanceof DemoEvent.NodeEnded ended) {
            page.happens(ended.process(), "ends", true);
        }
    }
}
