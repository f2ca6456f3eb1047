package symposium.kernel;

/** A message of a composition that carries a message of one of its parts, and is counted and named as that is. */
public interface Carrier extends Printable {

    /** The message of the part. */
    Object carried();

    @Override
    default String print() {
        return Printable.print(carried());
    }
}
