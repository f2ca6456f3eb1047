package symposium.kernel;

/** A message of a composition that carries a message of one of its parts, and is counted and named as that is. */
public interface Carrier extends Printable {

    /** The message of the part. */
    Object carried();

    /** The message that a message carries in the end: the message itself where it is no carrier. */
    static Object innermost(Object message) {
        return message instanceof Carrier carrier ? innermost(carrier.carried()) : message;
    }

    @Override
    default String print() {
        return Printable.print(carried());
    }
}
