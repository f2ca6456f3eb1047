package symposium.mutex;

/** What a process tells its user. */
public sealed interface MutexOutput {

    /** The user is in the critical section, under this fence. */
    record Granted(Fence fence) implements MutexOutput {
        @Override
        public String toString() {
            return fence.equals(Fence.NONE) ? "granted" : "granted " + fence;
        }
    }

    /** The critical section that was granted under this fence is the user's no more: the process has been cut off. */
    record Lost(Fence fence) implements MutexOutput {
        @Override
        public String toString() {
            return "lost " + fence;
        }
    }
}
