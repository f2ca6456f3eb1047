package symposium.mutex.carvalhoroucairol;

import symposium.kernel.Rule;

/** What a process does, and its co-processes: those of Ricart and Agrawala, but a permission lasts until it is asked back. */
public enum CarvalhoRoucairolRule implements Rule {
    /** Every permission is held already: the critical section begins without a message. */
    ENTER_FREE("p.0"),
    /** The permissions that are not held are asked for. */
    REQUEST("p.1"),
    /** A permission comes; another is lacking. */
    PERMITTED("p.2"),
    /** The last permission comes, and the critical section begins. */
    ENTER("p.3"),
    /** The critical section ends; those whose requests were deferred get their permissions. */
    RELEASE("p.4"),
    /** A request comes to a process that is idle: it yields the permission. */
    YIELD_IDLE("co.0"),
    /** A request comes that is earlier than that of the process, which waits: it yields the permission and asks for it again. */
    YIELD_AND_ASK("co.1"),
    /** A request comes to a process that is critical, or waits with an earlier one: it is deferred. */
    DEFER("co.2"),
    /** Somebody has departed: its permission is needed no more, and the next generation of fences is announced. */
    DEPARTED("m.0"),
    /** The same; there is nobody to announce it to, and nothing else was lacking: the critical section begins. */
    DEPARTED_ENTER("m.1"),
    /** Somebody has departed, and those who are left are no quorum: the critical section is lost, and ends as by p.4. */
    LOST("m.2"),
    /** An announced generation is noted. */
    NOTE("m.3"),
    /** A note comes, of the generation announced last or of one before. */
    NOTED("m.4"),
    /** The last note comes, nothing else was lacking, and the critical section begins. */
    NOTED_ENTER("m.5"),
    /** The user leaves a critical section that it has lost without having heard of it yet. */
    RELEASE_AFTER_LOSS("m.6"),
    /** A message came back: its recipient has departed, of which the news will come. */
    UNDELIVERABLE("m.7");

    private final String label;

    CarvalhoRoucairolRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
