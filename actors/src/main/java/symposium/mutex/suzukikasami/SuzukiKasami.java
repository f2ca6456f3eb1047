package symposium.mutex.suzukikasami;

import static symposium.mutex.suzukikasami.SuzukiKasamiRule.ACCESS;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.POSTLUDE_KEEPS;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.POSTLUDE_SENDS;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.PRELUDE_BROADCAST;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.PRELUDE_PRESENT;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.REQUEST_LATE;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.REQUEST_NOTED;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.REQUEST_SENDS;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Request;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Token;
import symposium.mutex.suzukikasami.SuzukiKasamiState.Place;

/**
 * One process of Ricart and Agrawala's algorithm of 1983, which is Suzuki and Kasami's of 1982: the text of the chapter's section 3.4.
 *
 * <p>{@link MutexInput#ENTER} begins the prelude, {@link MutexOutput.Granted} ends it, and {@link MutexInput#RELEASE} begins the postlude.
 */
public final class SuzukiKasami implements Protocol<SuzukiKasamiState, SuzukiKasamiMessage, MutexInput, MutexOutput> {

    private final ProcessId holder;
    private final Reading reading;

    /** @param holder the process in which {@code token_present} is initialized to T */
    public SuzukiKasami(ProcessId holder) {
        this(holder, Reading.RIGHT);
    }

    SuzukiKasami(ProcessId holder, Reading reading) {
        this.holder = holder;
        this.reading = reading;
    }

    /** The same text, read otherwise. */
    SuzukiKasami read(Reading otherwise) {
        return new SuzukiKasami(holder, otherwise);
    }

    @Override
    public List<SuzukiKasamiRule> rules() {
        return List.of(SuzukiKasamiRule.values());
    }

    @Override
    public SuzukiKasamiState initial(ProcessId self, Neighbours neighbours) {
        Optional<Token> token = Optional.empty();
        if (self.equals(holder)) {
            SortedMap<ProcessId, Integer> array = new TreeMap<>();
            array.put(self, 0);
            neighbours.forEach(other -> array.put(other.id(), 0));
            token = Optional.of(new Token(array, Fence.start(0)));
        }
        return new SuzukiKasamiState(self, neighbours, 0, Place.OUTSIDE, Collections.emptySortedMap(), token);
    }

    @Override
    public Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step(
            SuzukiKasamiState process, Event<SuzukiKasamiMessage, MutexInput> event) {
        if (event instanceof Event.Input<SuzukiKasamiMessage, MutexInput> input) {
            return switch (input.input()) {
                case ENTER -> prelude(process);
                case RELEASE -> leavingCriticalSection(process);
            };
        }
        if (event instanceof Event.Received<SuzukiKasamiMessage, MutexInput> received) {
            return received.message() instanceof Token token
                    ? accessReceived(process, token)
                    : requestReceived(
                            process,
                            ((Request) received.message()).k(),
                            received.from().id());
        }
        throw new InvariantViolation("all are there from the start to the end", event + " at " + process);
    }

    /** From the test of {@code token_present} to {@code token_held <- T} nothing may come between. */
    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> prelude(SuzukiKasamiState process) {
        if (process.place() != Place.OUTSIDE) {
            throw new InvariantViolation("the prelude is begun outside the critical section", "ENTER at " + process);
        }
        if (process.tokenPresent()) {
            return criticalSection(PRELUDE_PRESENT, process);
        }
        SuzukiKasamiState waiting = process.ticked().at(Place.WAITING);
        Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step = Step.by(PRELUDE_BROADCAST, waiting);
        for (Neighbour other : waiting.neighbours()) {
            step = step.send(other, new Request(waiting.clock()));
        }
        return step;
    }

    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> accessReceived(
            SuzukiKasamiState process, Token token) {
        if (!process.waiting()) {
            throw new InvariantViolation("the token comes to who waits for it", token + " comes to " + process);
        }
        return criticalSection(ACCESS, process.with(token));
    }

    /** {@code token_held <- T}, and the critical section begins. */
    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> criticalSection(
            SuzukiKasamiRule rule, SuzukiKasamiState process) {
        Token granting = process.token().orElseThrow().granting();
        return Step.<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput>by(
                        rule, process.with(granting).at(Place.INSIDE))
                .tell(new MutexOutput.Granted(granting.fence()));
    }

    private Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> leavingCriticalSection(
            SuzukiKasamiState process) {
        if (!process.tokenHeld() || !process.tokenPresent()) {
            throw new InvariantViolation("whoever is in the critical section holds the token", "RELEASE at " + process);
        }
        return postlude(process.outside(), POSTLUDE_SENDS, POSTLUDE_KEEPS);
    }

    private Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> requestReceived(
            SuzukiKasamiState process, int k, ProcessId j) {
        SuzukiKasamiState noted = process.requested(j, reading.noted().applyAsInt(process.request(j), k));
        return noted.tokenPresent() && !noted.tokenHeld()
                ? postlude(noted, REQUEST_SENDS, REQUEST_LATE)
                : Step.by(REQUEST_NOTED, noted);
    }

    /**
     * The text of the postlude: {@code token(i) <- clock}, and the token goes to the first, counted from i+1 round to i-1, whose request has
     * not been granted.
     *
     * @param process outside the critical section, with the token
     * @param sends the rule when somebody is found
     * @param keeps the rule when nobody is
     */
    public Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> postlude(
            SuzukiKasamiState process, Rule sends, Rule keeps) {
        Token token = process.token().orElseThrow().with(process.self(), process.clock());
        List<ProcessId> asking = reading.order().of(token, process.self()).stream()
                .filter(j -> reading.pending().holds(process.request(j), token, process.self(), j))
                .toList();
        if (asking.isEmpty()) {
            return Step.by(keeps, process.with(token));
        }
        Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step = Step.by(sends, process.withoutToken());
        for (ProcessId j : reading.breaks() ? asking.subList(0, 1) : asking) {
            step = step.send(Neighbour.of(j), token);
        }
        return step;
    }
}
