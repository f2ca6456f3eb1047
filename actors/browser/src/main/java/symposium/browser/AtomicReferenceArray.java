package symposium.browser;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * In place of {@link java.util.concurrent.atomic.AtomicReferenceArray}, which the compiler does not offer: what
 * Jackson needs of it. The engine has one thread.
 */
public final class AtomicReferenceArray<E> {

    private final List<E> elements;

    public AtomicReferenceArray(int length) {
        elements = new ArrayList<>(Collections.nCopies(length, null));
    }

    public E getAndSet(int index, E element) {
        return elements.set(index, element);
    }

    public void set(int index, E element) {
        elements.set(index, element);
    }
}
