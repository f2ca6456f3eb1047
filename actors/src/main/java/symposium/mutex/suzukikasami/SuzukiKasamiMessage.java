package symposium.mutex.suzukikasami;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** "The messages are of two types, the requests and the token itself" (section 3.6). */
public sealed interface SuzukiKasamiMessage {

    /**
     * Asks for the token: the paper's (request, k, j), where j is who it comes from.
     *
     * @param k the clock of who asks: the number of its request, from 1
     */
    record Request(int k) implements SuzukiKasamiMessage {
        @Override
        public String toString() {
            return "request " + k;
        }
    }

    /**
     * The privilege: the paper's (access, token), and the variable {@code token} while it is present.
     *
     * @param array by process, the number of its request that was granted last, 0 before the first; who is not in it is never given the
     *     token
     * @param fence the fence of the latest grant
     */
    record Token(SortedMap<ProcessId, Integer> array, Fence fence) implements SuzukiKasamiMessage {

        public Token {
            array = Collections.unmodifiableSortedMap(new TreeMap<>(array));
        }

        /** {@code token(j)}. */
        public int of(ProcessId j) {
            return array.get(j);
        }

        /** {@code token(j) <- k}. */
        Token with(ProcessId j, int k) {
            TreeMap<ProcessId, Integer> changed = new TreeMap<>(array);
            changed.put(j, k);
            return new Token(changed, fence);
        }

        /** The same with the fence of the next grant. */
        Token granting() {
            return new Token(array, fence.next());
        }

        @Override
        public String toString() {
            return "token " + array.values() + " " + fence;
        }
    }
}
