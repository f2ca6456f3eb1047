package symposium.checker;

/**
 * Guards what is shared by the threads of an exploration. Whatever is computed once is computed inside; what has been
 * computed is read outside, by threads that may not see it yet and then compute it inside, where they find it. What is
 * read so is immutable: reached by final fields alone, it is whole for whoever sees it.
 *
 * <p>This one serves a single thread, and does nothing.
 */
class Guard {

    static final Guard NONE = new Guard();

    /** Waits until no other thread is inside; a thread that is inside enters again at once. */
    void enter() {}

    void leave() {}
}
