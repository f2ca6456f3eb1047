package symposium.kernel.problem;

import java.util.List;

/** A problem that says only what it must: users ask for nothing, and one that has asked waits until it is served. */
public interface PlainProblem<I> extends Problem<Boolean, I, String> {

    @Override
    default String name() {
        return "plain";
    }

    @Override
    default Boolean initial() {
        return false;
    }

    @Override
    default List<I> mayAsk(Boolean waits) {
        return List.of();
    }

    @Override
    default Boolean asked(Boolean waits, I input) {
        return true;
    }

    @Override
    default Boolean told(Boolean waits, String output) {
        return false;
    }

    @Override
    default boolean waits(Boolean waits) {
        return waits;
    }

    @Override
    default boolean serves(String output) {
        return true;
    }
}
