package symposium.links;

import symposium.kernel.Printable;

/** The state of one end of a link, as it tells the other end. */
public enum LinkState implements Printable {
    /** It does not want the link. */
    CLOSED,
    /** It wants the link, and does not know whether the other end does. */
    OPENING,
    /** It has the link. */
    OPEN;

    @Override
    public String print() {
        return Printable.typeName(this);
    }
}
