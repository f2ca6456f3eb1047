package symposium.mutex;

/** What a user asks of its process. */
public enum MutexInput {
    /** To enter the critical section: the completion of a neutral engagement. */
    ENTER,
    /** To leave the critical section: the completion of a critical engagement. */
    RELEASE
}
