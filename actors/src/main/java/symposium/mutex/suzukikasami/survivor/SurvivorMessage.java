package symposium.mutex.suzukikasami.survivor;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage;
import symposium.regeneration.census.CensusMessage;
import symposium.regeneration.census.Testimony;

/** What travels: the messages of both protocols, under their names. */
public sealed interface SurvivorMessage {

    /** Suzuki and Kasami's request. */
    record Request(int k) implements SurvivorMessage {
        @Override
        public String toString() {
            return said(this);
        }
    }

    /** Suzuki and Kasami's token; its generation is that of its fence. */
    record Token(SortedMap<ProcessId, Integer> array, Fence fence) implements SurvivorMessage {

        public Token {
            array = Collections.unmodifiableSortedMap(new TreeMap<>(array));
        }

        @Override
        public String toString() {
            return said(this);
        }
    }

    /** The census's question. */
    record Question(long generation) implements SurvivorMessage {
        @Override
        public String toString() {
            return asked(this);
        }
    }

    /** The census's answer. */
    record Reply(long generation, Testimony testimony) implements SurvivorMessage {
        @Override
        public String toString() {
            return asked(this);
        }
    }

    /** The census's refusal. */
    record Outbid(long generation) implements SurvivorMessage {
        @Override
        public String toString() {
            return asked(this);
        }
    }

    private static String said(SurvivorMessage message) {
        return message.plain().toString();
    }

    private static String asked(SurvivorMessage message) {
        return message.census().toString();
    }

    /** Whether it is one of Suzuki and Kasami's. */
    default boolean isPlain() {
        return this instanceof Request || this instanceof Token;
    }

    /** The message as Suzuki and Kasami's algorithm knows it. */
    default SuzukiKasamiMessage plain() {
        if (this instanceof Request request) {
            return new SuzukiKasamiMessage.Request(request.k());
        }
        Token token = (Token) this;
        return new SuzukiKasamiMessage.Token(token.array(), token.fence());
    }

    /** The message as the census knows it. */
    default CensusMessage census() {
        if (this instanceof Question question) {
            return new CensusMessage.Question(question.generation());
        }
        if (this instanceof Reply reply) {
            return new CensusMessage.Reply(reply.generation(), reply.testimony());
        }
        return new CensusMessage.Outbid(((Outbid) this).generation());
    }

    /** A message of Suzuki and Kasami's. */
    static SurvivorMessage of(SuzukiKasamiMessage message) {
        if (message instanceof SuzukiKasamiMessage.Request request) {
            return new Request(request.k());
        }
        SuzukiKasamiMessage.Token token = (SuzukiKasamiMessage.Token) message;
        return new Token(token.array(), token.fence());
    }

    /** A message of the census. */
    static SurvivorMessage of(CensusMessage message) {
        if (message instanceof CensusMessage.Question question) {
            return new Question(question.generation());
        }
        if (message instanceof CensusMessage.Reply reply) {
            return new Reply(reply.generation(), reply.testimony());
        }
        return new Outbid(((CensusMessage.Outbid) message).generation());
    }
}
