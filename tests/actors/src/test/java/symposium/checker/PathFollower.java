package symposium.checker;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import symposium.checker.model.Model;
import symposium.checker.space.StateSpace;
import symposium.checker.store.GlobalState;
import symposium.kernel.TraceEvent;

/** Follows, in the state space of a model, what has happened elsewhere: in the simulation, or among actors. */
public final class PathFollower<S, M, U, I, O> {

    private final StateSpace<S, M, U, I, O> space;
    private GlobalState at;
    private int followed;

    /** At the initial state of the model, which has no quotient. */
    public PathFollower(Model<S, M, U, I, O> model) {
        space = new StateSpace<>(model.withoutQuotient(), true);
        space.begin();
        at = space.state(0);
    }

    /** Follows all of these events, each a transition of the model from the state that the former have led to. */
    public void follow(List<TraceEvent> path) {
        path.forEach(this::follow);
    }

    private void follow(TraceEvent event) {
        int found = space.survey(at, StateSpace.NO_SUCCESSOR);
        List<TraceEvent> possible = new ArrayList<>();
        for (int successor = 0; successor < found; successor++) {
            possible.add(space.events().of(successor));
        }
        int chosen = possible.indexOf(event);
        if (chosen < 0) {
            fail("event " + followed + ", " + event + ", is not possible in the model, which admits\n  "
                    + String.join(
                            "\n  ", possible.stream().map(TraceEvent::toString).toList()));
        }
        space.survey(at, chosen);
        at = space.successor(chosen);
        followed++;
    }
}
