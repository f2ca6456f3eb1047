package symposium.demo;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import symposium.actor.TimerDurations;
import symposium.checker.model.Verdict;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.Hocon;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.event.LostTokens;
import symposium.demo.event.TimedEvent;
import symposium.demo.narration.DemoOutcome;
import symposium.demo.narration.Line;
import symposium.demo.narration.Line.Tone;
import symposium.demo.narration.Names;
import symposium.demo.narration.Narrator;
import symposium.demo.narration.Statistics;
import symposium.demo.nodes.EventFeed;
import symposium.demo.nodes.LocalCluster;
import symposium.demo.nodes.TokenLoss;
import symposium.demo.script.DemoScript;
import symposium.demo.script.DemoScript.Service;
import symposium.demo.script.ServicePort;
import symposium.kernel.ProcessId;
import symposium.kernel.Timer;
import symposium.service.member.InvalidSetting;
import symposium.topology.Topologies;

/**
 * A real cluster in one JVM: each node is an actor system of its own, linked by TCP on the loopback interface, with a
 * user of its service. The node of a user that has a grant, or of the leader, is killed; the others go on, if their
 * algorithm provides for that.
 */
public final class Demo {

    /** The setting that names the directory of the nodes' event logs. */
    public static final String EVENTS = "symposium.event-log.directory";

    private final DemoConfig config;
    private final DemoScript script;
    private final VictimSelector selector;
    private final EventFeed feed = new EventFeed();
    private final Statistics statistics;
    private final Narrator narrator;
    private final DemoController controller;
    private final LocalCluster cluster;
    private final TokenLoss loss;
    private final List<DemoEvent.Listener> listeners;

    private Demo(DemoConfig config, Consumer<Line> page, DemoEvent.Listener other) {
        this.config = config;
        this.script = DemoScript.of(config.algorithm());
        Names names = config.topology()
                .map(linked -> Names.at(Topologies.named(linked).of(config.nodes())))
                .orElse(Names.NUMBERS);
        this.selector = new VictimSelector(config.rests(), script.lossDetectionTimers());
        this.statistics = new Statistics(script, names);
        this.narrator = new Narrator(config.nodes(), script, names, page);
        this.loss = new TokenLoss(script, feed);
        this.cluster = new LocalCluster(config.nodes(), this::config, feed, feed.observers(script.service()), loss);
        SafetyMonitor monitor = new SafetyMonitor(script);
        this.controller = elects()
                ? new ElectionController(config, script, monitor, cluster::kill)
                : new SharingController(config, script, monitor, cluster::kill, selector, this::serve);
        this.listeners = List.of(monitor, statistics, narrator, controller, other);
    }

    /**
     * A demo that has not begun.
     *
     * @param page is given the story, line by line, as it happens
     * @param other is told of all events as well
     */
    public static Demo of(DemoConfig config, Consumer<Line> page, DemoEvent.Listener other) {
        return new Demo(config, page, other);
    }

    /**
     * Kills the node of a process, where the demo is of {@link DemoConfig.Death#BY_HAND}; by any thread.
     *
     * @return why not, if so
     */
    public Optional<String> kill(ProcessId process) {
        Optional<String> refused = controller.refused(process);
        return refused.isPresent() ? refused : controller.condemn(cluster.process(process));
    }

    /**
     * Loses all that passes between two nodes from now on, or nothing any more, where the demo is of {@link
     * DemoConfig.Death#BY_HAND}; by any thread. A cut that lasts has nodes removed.
     *
     * @return why not, if so
     */
    public Optional<String> cut(ProcessId one, ProcessId other, boolean cuts) {
        Optional<String> refused = controller.refused(one).or(() -> controller.refused(other));
        if (refused.isEmpty()) {
            cluster.cut(cluster.process(one), cluster.process(other), cuts);
        }
        return refused;
    }

    /**
     * Has a node stand still from now on, as in a long pause of its virtual machine, or go on, where the demo is of
     * {@link DemoConfig.Death#BY_HAND}; by any thread. The others remove a node that stands still for long.
     *
     * @return why not, if so
     */
    public Optional<String> pause(ProcessId process, boolean stands) {
        Optional<String> refused = stands ? controller.condemnable(process) : controller.refused(process);
        if (refused.isEmpty()) {
            cluster.pause(cluster.process(process), stands);
        }
        return refused;
    }

    /**
     * Has a node that lives removed by another, as one that is taken for dead, where the demo is of {@link
     * DemoConfig.Death#BY_HAND}; by any thread.
     *
     * @return why not, if so
     */
    public Optional<String> suspect(ProcessId process) {
        return controller.condemnable(process).or(() -> {
            cluster.all().stream()
                    .map(SymposiumNode::process)
                    .filter(each -> each.number() != process.number())
                    .filter(each -> controller.refused(each).isEmpty())
                    .findFirst()
                    .ifPresent(by -> cluster.suspect(cluster.process(process), by));
            return Optional.empty();
        });
    }

    /** The tokens that {@link #lose} loses; none where users are granted without one. */
    public List<LostTokens> losable() {
        return script.losable();
    }

    /**
     * Loses the next of these tokens that arrive, where the demo is of {@link DemoConfig.Death#BY_HAND}; by any thread.
     *
     * @return why not, if so
     */
    public Optional<String> lose(LostTokens lost) {
        return controller.refused().or(() -> loss.lose(lost));
    }

    /** What brings these tokens back, or that nothing does. */
    public String recovery(LostTokens lost) {
        return script.sentence(script.recovery(lost));
    }

    /** These tokens in words. */
    public String named(LostTokens lost) {
        return script.named(lost);
    }

    /**
     * Shows the demo, from the start of the first node to the end of the last.
     *
     * @throws InvalidSetting when a node cannot run, with what the configuration says
     * @throws InterruptedException when the thread is interrupted; all nodes end
     */
    public DemoOutcome run() throws InterruptedException {
        CompletableFuture<Void> starting = CompletableFuture.runAsync(cluster::start);
        try {
            narrator.say(
                    feed.elapsed(),
                    Tone.NEWS,
                    config.nodes() + " nodes start, and form a cluster over TCP on 127.0.0.1");
            DemoController.Ending ending = follow(starting);
            Duration lasted = feed.elapsed();
            narrator.say(lasted, ending.verdict() == Verdict.HOLDS ? Tone.NEWS : Tone.ALARM, script.words("over"));
            return new DemoOutcome(
                    ending.verdict(), ending.why(), controller.formed().orElse(Duration.ZERO), lasted, statistics);
        } finally {
            feed.close();
            cluster.end(starting);
        }
    }

    private DemoController.Ending follow(CompletableFuture<Void> starting) throws InterruptedException {
        while (true) {
            Optional<TimedEvent> next = feed.next();
            next.ifPresent(this::tell);
            narrator.breakSilence(feed.elapsed());
            if (starting.isCompletedExceptionally()) {
                throw LocalCluster.refused(starting);
            }
            Optional<DemoController.Ending> ending =
                    controller.proceed(next.map(TimedEvent::at).orElseGet(feed::elapsed));
            if (ending.isPresent()) {
                return ending.get();
            }
        }
    }

    private void tell(TimedEvent event) {
        listeners.forEach(event::tellTo);
        if (elects() && event.event() instanceof DemoEvent.Started started) {
            ClientLoop.subscribe(cluster.node(started.process()), feed);
        }
    }

    private boolean elects() {
        return script.service() == Service.ELECTION;
    }

    private Config config(int number) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("symposium.process", number);
        settings.put("symposium.processes", config.nodes());
        if (elects()) {
            settings.put("symposium.election.algorithm", config.algorithm());
        } else if (script.service() != Service.RESOURCES) {
            settings.put("symposium.algorithm", config.algorithm());
        }
        settings.put("symposium.services", List.of(script.service().hosted()));
        settings.put("symposium.formation-timeout", config.formation());
        // No node starts twice here, so fences and terms may be easy to read.
        settings.put("symposium.first-generation", 0);
        config.topology().ifPresent(topology -> settings.put("symposium.topology", topology));
        if (!script.lossDetectionTimers().isEmpty()) {
            for (Timer timer : script.lossDetectionTimers()) {
                settings.put("symposium.timers." + TimerDurations.spelled(timer), config.rests());
                settings.put("symposium.timers-after-departure." + TimerDurations.spelled(timer), "10ms");
            }
            settings.put("symposium.timers.suspicion", config.rests().multipliedBy(4L * config.nodes()));
            settings.put("symposium.hurry", "5s");
            settings.put("symposium.timers-after-departure.suspicion", "700ms");
        }
        if (config.death() == DemoConfig.Death.BY_HAND) {
            settings.put("akka.remote.artery.advanced.test-mode", "on");
        }
        config.events().ifPresent(directory -> settings.put(EVENTS, directory.toString()));
        settings.put("akka.remote.artery.canonical.port", 0);
        return Hocon.quickNode(settings);
    }

    /** Lets the users begin. */
    private void serve() {
        narrator.say(feed.elapsed(), Tone.NEWS, String.format(Locale.ROOT, script.words("served"), config.nodes()));
        for (SymposiumNode node : cluster.all()) {
            ProcessId process = node.process();
            ClientLoop.start(
                    node,
                    script.service(),
                    config.appetite(),
                    config.seed(),
                    grant -> isLarge(grant) && selector.selects(process),
                    feed);
        }
    }

    /** A victim that has resources has as many as possible. */
    private static boolean isLarge(Grant grant) {
        return !(grant instanceof Grant.OfResources set) || set.resources().size() == ServicePort.MOST;
    }
}
