package symposium.kernel;

/**
 * A process that has not crashed, as an invariant sees it.
 *
 * @param id its name
 * @param state its state
 * @param user where its user stands
 * @param <S> the state of one process
 * @param <U> where a user stands
 */
public record LiveProcess<S, U>(ProcessId id, S state, U user) {}
