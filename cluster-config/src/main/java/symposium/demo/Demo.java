package symposium.demo;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import symposium.actor.TimerDurations;
import symposium.cluster.Hocon;
import symposium.cluster.InvalidSetting;
import symposium.cluster.SymposiumNode;
import symposium.demo.Line.Tone;
import symposium.demo.Outcome.Result;
import symposium.graph.Topologies;
import symposium.kernel.ProcessId;
import symposium.kernel.Timer;

/**
 * A real cluster in one JVM: every node an actor system of its own, linked by TCP on the loopback interface, with a philosopher at each.
 * They dine, the node of one who eats is killed, and the others go on, if their algorithm provides for that.
 */
public final class Demo {

    private static final Duration TICK = Duration.ofMillis(50);

    private final DemoConfig plan;
    private final EventFeed chronicle = new EventFeed();
    private final VictimSelector fate;
    private final Narrator story;
    private final DemoScript programme;
    private final Statistics tally;
    private final SafetyMonitor witness = new SafetyMonitor();
    private final DemoController director;
    private final Nodes nodes;

    private Demo(DemoConfig plan, Consumer<Line> page) {
        this.plan = plan;
        this.programme = DemoScript.of(plan.algorithm());
        Names names = plan.topology()
                .map(linked -> Names.at(Topologies.named(linked).of(plan.nodes())))
                .orElse(Names.NUMBERS);
        this.fate = new VictimSelector(plan.rests(), programme.lossDetectionTimers());
        this.tally = new Statistics(programme, names);
        this.story = new Narrator(plan.nodes(), programme, names, page);
        this.nodes = new Nodes();
        this.director = new DemoController(plan, programme, fate, witness, nodes);
    }

    /**
     * Shows it, from the start of the first node to the end of the last.
     *
     * @param page is given the story, line by line, as it happens
     * @throws InvalidSetting when a node cannot run, with what the configuration says
     * @throws InterruptedException when the thread is interrupted; all nodes end
     */
    public static Outcome run(DemoConfig plan, Consumer<Line> page) throws InterruptedException {
        return new Demo(plan, page).run();
    }

    private Outcome run() throws InterruptedException {
        CompletableFuture<Void> starting = CompletableFuture.runAsync(nodes.theatre::start);
        try {
            story.say(
                    chronicle.elapsed(),
                    Tone.NEWS,
                    plan.nodes() + " nodes are starting, to form a cluster over TCP on 127.0.0.1");
            DemoController.Ending ending = follow(starting);
            Duration lasted = chronicle.elapsed();
            story.say(
                    lasted,
                    ending.result() == Result.HOLDS ? Tone.NEWS : Tone.ALARM,
                    programme.wording().over());
            return new Outcome(ending.result(), ending.why(), director.formed(), lasted, tally);
        } finally {
            chronicle.close();
            nodes.theatre.end(starting);
        }
    }

    private DemoController.Ending follow(CompletableFuture<Void> starting) throws InterruptedException {
        while (true) {
            Optional<TimedEvent> next = chronicle.next(TICK);
            next.ifPresent(this::hear);
            story.breakSilence(chronicle.elapsed());
            if (starting.isCompletedExceptionally()) {
                throw LocalCluster.refused(starting);
            }
            Optional<DemoController.Ending> ending =
                    director.proceed(next.map(TimedEvent::at).orElseGet(chronicle::elapsed));
            if (ending.isPresent()) {
                return ending.get();
            }
        }
    }

    private void hear(TimedEvent moment) {
        moment.tellTo(witness);
        moment.tellTo(tally);
        moment.tellTo(story);
        moment.tellTo(director);
    }

    /** The nodes, and the philosophers at them. */
    private final class Nodes implements DemoController.Stage {
        private final LocalCluster theatre =
                new LocalCluster(plan.nodes(), this::config, chronicle, chronicle.observers(programme));

        private Config config(int number) {
            Map<String, Object> said = new HashMap<>();
            said.put("symposium.process", number);
            said.put("symposium.processes", plan.nodes());
            if (!programme.ofResources()) {
                said.put("symposium.algorithm", plan.algorithm());
            }
            said.put("symposium.formation-timeout", plan.formation());
            // No node has a second life here, so fences can be easy to read.
            said.put("symposium.first-generation", 0);
            plan.topology().ifPresent(topology -> said.put("symposium.topology", topology));
            if (!programme.lossDetectionTimers().isEmpty()) {
                for (Timer vigil : programme.lossDetectionTimers()) {
                    said.put("symposium.timers." + TimerDurations.spelled(vigil), plan.rests());
                    said.put("symposium.timers-after-departure." + TimerDurations.spelled(vigil), "10ms");
                }
                said.put("symposium.timers.suspicion", plan.rests().multipliedBy(4L * plan.nodes()));
                said.put("symposium.hurry", "5s");
                said.put("symposium.timers-after-departure.suspicion", "700ms");
            }
            said.put("akka.remote.artery.canonical.port", 0);
            return Hocon.quickNode(said);
        }

        @Override
        public void serve() {
            story.say(
                    chronicle.elapsed(), Tone.NEWS, programme.wording().served().formatted(plan.nodes()));
            for (SymposiumNode node : theatre.all()) {
                ProcessId process = node.process();
                ClientLoop.at(
                        node,
                        programme,
                        plan.appetite(),
                        plan.seed(),
                        told -> isWorthDyingFor(told) && fate.strikes(process),
                        chronicle);
            }
        }

        /** Of resources, whoever dies has as many as anyone. */
        private boolean isWorthDyingFor(DemoEvent told) {
            return !programme.ofResources() || ResourceClient.hasMost(told);
        }

        @Override
        public void kill(ProcessId process) {
            theatre.kill(process);
        }
    }
}
