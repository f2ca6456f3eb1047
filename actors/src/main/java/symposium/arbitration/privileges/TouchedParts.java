package symposium.arbitration.privileges;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.arbitration.privileges.PrivilegeMessage.Ask;
import symposium.arbitration.privileges.PrivilegeMessage.Dismissed;
import symposium.arbitration.privileges.PrivilegeMessage.Hand;
import symposium.arbitration.privileges.PrivilegeMessage.View;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.kernel.Event;

/** The parts in which an event may make T0 possible, or a privilege go. */
final class TouchedParts {

    private TouchedParts() {}

    /** Those that an event touches which leads from one state to another. */
    static SortedSet<Integer> of(
            PrivilegeState before,
            Event<PrivilegeMessage, ResourceSharing.Request> event,
            PrivilegeState p,
            Parts parts) {
        if (event instanceof Event.NeighboursChanged || isView(event)) {
            return new TreeSet<>(p.parts().keySet());
        }
        SortedSet<Integer> touched = new TreeSet<>();
        if (event instanceof Event.Input<PrivilegeMessage, ResourceSharing.Request> asked) {
            long ticket = asked.input().ticket();
            Optional.ofNullable(before.waiting().get(ticket))
                    .or(() -> Optional.ofNullable(p.waiting().get(ticket)))
                    .ifPresent(waiting -> touched.addAll(parts.of(waiting.take().modes())));
            before.tabled(ticket)
                    .ifPresent(fence ->
                            touched.addAll(parts.of(before.tabled().get(fence).modes())));
        } else if (event instanceof Event.Received<PrivilegeMessage, ?> received) {
            if (received.message() instanceof Ask ask) {
                ask.requests().forEach(request -> touched.add(request.part()));
            } else if (received.message() instanceof Hand hand) {
                hand.parts().forEach(handed -> touched.add(handed.part()));
            } else if (received.message() instanceof Dismissed dismissed) {
                Optional.ofNullable(before.tabled().get(dismissed.fence()))
                        .ifPresent(session -> touched.addAll(parts.of(session.modes())));
            }
        }
        return touched;
    }

    private static boolean isView(Event<PrivilegeMessage, ?> event) {
        return event instanceof Event.Received<PrivilegeMessage, ?> received && received.message() instanceof View;
    }
}
