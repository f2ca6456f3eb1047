package symposium.demo.nodes;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import symposium.cluster.hosted.MessageLoss;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.LostTokens;
import symposium.demo.event.TokenRecovery;
import symposium.demo.script.DemoScript;
import symposium.demo.script.MessageKinds.Kind;
import symposium.kernel.ProcessId;

/**
 * Loses tokens by hand. The links between processes lose nothing, so a token is lost above them: the next one that
 * arrives at any process is discarded before that process receives it.
 */
public final class TokenLoss implements MessageLoss {

    private final DemoScript script;
    private final Consumer<DemoEvent> feed;
    private final Queue<Predicate<Kind>> next = new ArrayDeque<>();
    private TokenRecovery recovery = TokenRecovery.NOTHING;

    /** @param feed is told of each loss */
    public TokenLoss(DemoScript script, Consumer<DemoEvent> feed) {
        this.script = script;
        this.feed = feed;
    }

    /**
     * Loses the next of these tokens that arrive; of all, first the one that a process needs to be granted.
     *
     * @return why not, if so
     */
    public synchronized Optional<String> lose(LostTokens lost) {
        if (!next.isEmpty()) {
            return Optional.of("the next token that arrives is lost anyway; it has not arrived yet");
        }
        if (lost != LostTokens.WATCHER) {
            next.add(Kind::isToken);
        }
        if (lost != LostTokens.TOKEN) {
            int watchers = lost == LostTokens.ALL ? script.watching() : 1;
            next.addAll(Collections.nCopies(watchers, Kind::isWatcher));
        }
        recovery = script.recovery(lost);
        return Optional.empty();
    }

    @Override
    public synchronized boolean loses(ProcessId to, Object message) {
        if (next.isEmpty()) {
            return false;
        }
        Optional<Kind> kind = script.kinds().of(message).filter(next.element());
        kind.ifPresent(lost -> {
            next.remove();
            boolean last = next.isEmpty();
            String what = script.named(lost) + " is lost on its way here"
                    + (last ? "; " + script.sentence(recovery) : ", and another is to follow");
            feed.accept(new DemoEvent.TokenLost(to, what, last ? Optional.of(recovery) : Optional.empty()));
        });
        return kind.isPresent();
    }
}
