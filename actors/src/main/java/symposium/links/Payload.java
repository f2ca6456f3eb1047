package symposium.links;

import java.util.Optional;
import symposium.kernel.Printable;
import symposium.kernel.Side;

/**
 * A message of a process, as links carry it.
 *
 * @param side on which side of the recipient the link lies over which it comes
 * @param message empty for one that the process cannot take
 * @param <M> the messages of the process
 */
public record Payload<M>(Side side, Optional<M> message) {
    @Override
    public String toString() {
        return message.map(Printable::print).orElse("nothing");
    }
}
