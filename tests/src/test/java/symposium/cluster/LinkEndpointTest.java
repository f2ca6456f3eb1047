package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.WireMessage.LinkHandshake;
import symposium.kernel.ProcessId;

/** The two ends of a link, and a network between them that loses, doubles and reorders what they say. */
class LinkEndpointTest {

    private static final int STEPS = 3000;

    /** What is under way: a greeting, or a message with the life of the link in which it was sent. */
    private record UnderWay(Optional<LinkHandshake> greeting, LinkIncarnation incarnation, int number) {}

    /** One end, and what it has seen. */
    private static final class End {
        private final List<UnderWay> out = new ArrayList<>();
        private final Deque<Integer> accepted = new ArrayDeque<>();
        private final LinkEndpoint link;
        private Optional<LinkIncarnation> last = Optional.empty();
        private int lives;

        End(int self, int other) {
            this.link = new LinkEndpoint(
                    ProcessId.of(self),
                    ProcessId.of(other),
                    greeting -> out.add(new UnderWay(Optional.of(greeting), LinkIncarnation.NONE, 0)));
        }

        /** No life follows another without an end of the former in between. */
        void look() {
            Optional<LinkIncarnation> now = link.incarnation();
            if (last.isPresent() && now.isPresent()) {
                assertEquals(last, now, "one life passes into another");
            }
            if (last.isEmpty() && now.isPresent()) {
                lives++;
            }
            last = now;
        }

        void hear(UnderWay letter) {
            if (letter.greeting().isPresent()) {
                link.hear(letter.greeting().get());
            } else if (link.accepts(letter.incarnation())) {
                assertEquals(
                        Optional.of(letter.incarnation().seenBack()),
                        link.incarnation(),
                        "what was sent in one life arrives in another");
                accepted.add(letter.number());
            }
            look();
        }
    }

    private final End one = new End(1, 2);
    private final End other = new End(2, 1);

    @Test
    void bothOpenOnceBothWantIt() {
        one.link.want(true);
        settle();
        assertEquals(Optional.empty(), one.link.incarnation());
        other.link.want(true);
        settle();
        assertTrue(one.link.incarnation().isPresent());
        assertEquals(one.link.incarnation().map(LinkIncarnation::seenBack), other.link.incarnation());
    }

    @Test
    void whoClosesMakesTheOtherCloseBeforeItOpensAgain() {
        one.link.want(true);
        other.link.want(true);
        settle();
        LinkIncarnation first = one.link.incarnation().orElseThrow();
        one.link.want(false);
        one.out.clear();
        one.link.want(true);
        assertEquals(Optional.empty(), one.link.incarnation());
        assertEquals(Optional.of(first.seenBack()), other.link.incarnation(), "it has not heard of it");
        UnderWay greeting = one.out.remove(0);
        other.hear(greeting);
        assertEquals(Optional.empty(), other.link.incarnation());
        settle();
        assertTrue(one.link.incarnation().orElseThrow().sender() > first.sender());
        assertEquals(2, other.lives);
        assertTrue(!other.link.accepts(first), "what belongs to an older life is dropped");
    }

    /** The checker's counterexample for {@code reliable-link-handshake}: that an end is closed was said once, and lost. */
    @Test
    void anEndThatMissesTheCloseHearsOfItWhenItSends() {
        one.link.want(true);
        other.link.want(true);
        settle();
        LinkIncarnation stale = other.link.incarnation().orElseThrow();
        one.link.want(false);
        one.out.clear();
        assertTrue(!one.link.accepts(stale));
        pass(one, other);
        assertEquals(Optional.empty(), other.link.incarnation());
    }

    @Test
    void aMessageThatOvertakesTheGreetingOpensTheLink() {
        one.link.want(true);
        other.link.want(true);
        pass(one, other);
        pass(other, one);
        LinkIncarnation incarnation = one.link.incarnation().orElseThrow();
        assertEquals(Optional.empty(), other.link.incarnation());
        assertTrue(other.link.accepts(incarnation));
        assertEquals(Optional.of(incarnation.seenBack()), other.link.incarnation());
    }

    @RepeatedTest(200)
    void nothingPassesFromOneLifeOfALinkIntoTheNext(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        int sent = 0;
        for (int step = 0; step < STEPS; step++) {
            End end = random.nextBoolean() ? one : other;
            End peer = end == one ? other : one;
            int what = random.nextInt(20);
            if (what == 0) {
                end.link.want(random.nextInt(3) > 0);
                end.look();
            } else if (what < 3) {
                end.link.remind();
            } else if (what < 9) {
                Optional<LinkIncarnation> incarnation = end.link.incarnation();
                if (incarnation.isPresent()) {
                    end.out.add(new UnderWay(Optional.empty(), incarnation.get(), ++sent));
                }
            } else if (!end.out.isEmpty()) {
                int which = random.nextInt(3) > 0 ? 0 : random.nextInt(end.out.size());
                UnderWay letter = what == 9 ? end.out.get(which) : end.out.remove(which);
                if (what != 10) {
                    peer.hear(letter);
                }
            }
        }
        String replay = "seed " + seed;
        assertTrue(one.lives > 5 && other.lives > 5, replay);
        assertTrue(one.accepted.size() > 50 && other.accepted.size() > 50, replay);

        one.link.want(true);
        other.link.want(true);
        settle();
        one.link.remind();
        other.link.remind();
        settle();
        assertTrue(one.link.incarnation().isPresent(), "what both want comes about; " + replay);
        assertEquals(one.link.incarnation().map(LinkIncarnation::seenBack), other.link.incarnation(), replay);
    }

    private void settle() {
        while (!one.out.isEmpty() || !other.out.isEmpty()) {
            pass(one, other);
            pass(other, one);
        }
    }

    private static void pass(End from, End to) {
        List<UnderWay> letters = List.copyOf(from.out);
        from.out.clear();
        letters.forEach(to::hear);
        from.look();
    }
}
