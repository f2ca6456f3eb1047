package symposium.mutex.tokenring;

import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.regeneration.misra.many.ManyMessage;

/** What travels round the ring, to the left. */
public sealed interface TokenRingMessage {

    /**
     * The token of section 4.1, which carries the privilege: number 0 of those that watch each other.
     *
     * @param alone what it carries to watch another, see {@link ManyMessage.Token}
     * @param fence the fence of the latest grant
     */
    record Token(SortedMap<Integer, SortedSet<ProcessId>> alone, Fence fence) implements TokenRingMessage {

        public Token {
            alone = ManyMessage.sealed(alone);
        }

        @Override
        public String toString() {
            return "token " + fence + met(alone);
        }
    }

    /**
     * One of those that only watch.
     *
     * @param number which, from 1
     * @param alone what it carries to watch another
     * @param generation the highest generation of the privilege of which it has heard
     */
    record Watcher(int number, SortedMap<Integer, SortedSet<ProcessId>> alone, long generation)
            implements TokenRingMessage {

        public Watcher {
            alone = ManyMessage.sealed(alone);
        }

        @Override
        public String toString() {
            return "watcher " + number + " g" + generation + met(alone);
        }
    }

    /** Number 0 for the token, its own for a watcher. */
    default int kind() {
        return this instanceof Watcher watcher ? watcher.number() : TokenRing.PRIVILEGED;
    }

    /** The generation that it carries. */
    default long heard() {
        return this instanceof Watcher watcher
                ? watcher.generation()
                : ((Token) this).fence().generation();
    }

    /** The message as those know it who only watch. */
    default ManyMessage.Token watched() {
        return new ManyMessage.Token(
                kind(), this instanceof Watcher watcher ? watcher.alone() : ((Token) this).alone());
    }

    /** What it carries, in words; nothing while it has been alone nowhere. */
    private static String met(SortedMap<Integer, SortedSet<ProcessId>> alone) {
        if (alone.values().stream().allMatch(SortedSet::isEmpty)) {
            return "";
        }
        return " alone at " + (alone.size() == 1 ? alone.get(alone.firstKey()) : alone.values()).toString();
    }
}
