package symposium.demo;

import com.typesafe.config.Config;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import symposium.cluster.SymposiumNode;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.Reactions;
import symposium.demo.event.TimedEvent;
import symposium.demo.narration.Line;
import symposium.demo.narration.Line.Tone;
import symposium.demo.narration.Names;
import symposium.demo.narration.Narrator;
import symposium.demo.narration.Statistics;
import symposium.demo.nodes.EventFeed;
import symposium.demo.script.DemoScript;
import symposium.demo.script.DemoScript.Service;
import symposium.service.member.Termination;

/** One node in a JVM of its own, with a user of its service, and its story. */
public final class NodeRunner extends Reactions {

    private final EventFeed feed = new EventFeed();
    private final DemoScript script;
    private final Names names;
    private final Statistics statistics;
    private final SymposiumNode node;
    private boolean sawMajority = true;

    /**
     * Starts a node.
     *
     * @param config its configuration, which names the seed nodes
     * @param subject the service that its story is about; for a node with a philosopher, the lock means that
     * @throws symposium.service.member.InvalidSetting when it cannot run with that configuration, or its port is in use
     */
    public NodeRunner(Config config, Service subject) {
        this.node = SymposiumNode.start(config, feed.observers(subject));
        this.script = switch (subject) {
            case LOCK, PHILOSOPHER -> DemoScript.of(node.settings().algorithm());
            case RESOURCES -> DemoScript.of(DemoScript.TABLE);
            case ELECTION -> DemoScript.ofElection(node.settings().election().algorithm());
        };
        this.names = Names.at(node.settings().topology());
        this.statistics = new Statistics(script, names);
        on(DemoEvent.Seen.class, (at, it) -> {
            // A view without this node itself comes with the removal, and says nothing about the time before.
            if (it.view().members().containsKey(it.process())) {
                sawMajority = !it.view().cutOff();
            }
        });
    }

    /** Starts a user of the service; of elections, a subscriber. */
    public NodeRunner used(ThinkTimes times, long seed) {
        if (script.service() == Service.ELECTION) {
            ClientLoop.subscribe(node, feed);
        } else {
            ClientLoop.start(node, script.service(), times, seed, grant -> false, feed);
        }
        return this;
    }

    /** Gives the node and the service that its story is about to a client. */
    public void giveTo(BiConsumer<SymposiumNode, Service> client) {
        client.accept(node, script.service());
    }

    /**
     * Tells the story until the node has ended.
     *
     * @param page is given the story, line by line, as it happens
     * @param other is told of all events as well
     * @return how the node ended
     * @throws InterruptedException when the thread is interrupted; the node lives on
     */
    public Termination tell(Consumer<Line> page, DemoEvent.Listener other) throws InterruptedException {
        Narrator narrator = new Narrator(processes(), script, names, page);
        List<DemoEvent.Listener> listeners = List.of(this, statistics, narrator, other);
        listeners.forEach(new TimedEvent(feed.elapsed(), DemoEvent.Started.of(node))::tellTo);
        // Each call of the node's method adds a dependent to the end of the node, which keeps it.
        CompletableFuture<Termination> end = node.ended().toCompletableFuture();
        boolean ended = false;
        while (true) {
            Optional<TimedEvent> next = feed.next();
            if (next.isPresent()) {
                listeners.forEach(next.get()::tellTo);
            } else if (ended) {
                Termination last = last(end.join());
                narrator.say(feed.elapsed(), Tone.NEWS, last.why());
                return last;
            }
            narrator.breakSilence(feed.elapsed());
            ended = end.isDone();
        }
    }

    private Termination last(Termination ended) {
        String self = "process " + node.process();
        return ended.cause() != Termination.Cause.REMOVED
                ? ended
                : new Termination(
                        ended.cause(),
                        sawMajority
                                ? "the others have removed " + self + ", which did not answer them"
                                : self + " was cut off from a majority for too long, and has removed itself");
    }

    /** Leaves the cluster in good order; {@link #tell} returns when it has. */
    public void leave() {
        node.leave();
    }

    /** The beginning of the story, by the clock. */
    public Instant began() {
        return feed.began();
    }

    /** The number of processes when all are up. */
    public int processes() {
        return node.settings().processes();
    }

    /** The figures. */
    public Statistics tally() {
        return statistics;
    }
}
