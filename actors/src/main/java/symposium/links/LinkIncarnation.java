package symposium.links;

/**
 * An incarnation of a link, named by how often each end has opened it. Two incarnations of one link differ in at least
 * one of the two numbers.
 *
 * @param sender how often the end that names it has opened it, from 1
 * @param recipient how often the other end has, as far as the first knows; 0 when it knows nothing
 */
public record LinkIncarnation(long sender, long recipient) {

    /** Of links that have one incarnation, which lasts as long as the processes at their ends. */
    public static final LinkIncarnation NONE = new LinkIncarnation(0, 0);

    /** The same as the other end names it. */
    public LinkIncarnation seenBack() {
        return new LinkIncarnation(recipient, sender);
    }

    @Override
    public String toString() {
        return sender + "/" + recipient;
    }
}
