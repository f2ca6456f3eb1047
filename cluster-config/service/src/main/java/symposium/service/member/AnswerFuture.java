package symposium.service.member;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A future that applications receive from the library and use only as a {@link CompletableFuture}.
 *
 * <p>This future is completed by an <em>answer</em>, which is a future that the library completes and that application
 * code never depends on. A thread that waits for this future, or checks whether it is complete, takes the answer
 * itself. Waiting therefore ends even if every thread of {@code symposium.callbacks-dispatcher} is blocked.
 *
 * <p>Functions that an application attaches run on the threads of {@code symposium.callbacks-dispatcher}, even if the
 * future is already complete. This also holds for functions that are attached to the resulting futures. {@link
 * CompletableFuture#allOf} and {@link CompletableFuture#anyOf} attach in a different way. A function that depends on
 * their result and may block must be attached with {@code thenRunAsync} or a similar method.
 *
 * @param <T> the type of the result
 * @since 1.0
 */
public final class AnswerFuture<T> extends CompletableFuture<T> {

    private final Executor callbacks;
    private final Runnable taking;
    private final CompletableFuture<?> answer;

    /** Creates a future that results from another. */
    private AnswerFuture(Executor callbacks) {
        this.callbacks = callbacks;
        this.taking = () -> {};
        this.answer = this;
    }

    /**
     * @param as converts the answer into the result
     * @param refused receives an answer that arrives after this future has been completed by other means
     */
    private <A> AnswerFuture(
            CompletableFuture<A> answer,
            Function<? super A, ? extends T> as,
            Consumer<? super A> refused,
            Executor callbacks) {
        AtomicBoolean taken = new AtomicBoolean();
        this.callbacks = callbacks;
        this.answer = answer;
        this.taking = () -> {
            if (answer.isDone() && taken.compareAndSet(false, true)) {
                answer.handle((value, failure) -> failure == null ? take(value, as, refused) : fail(failure));
            }
        };
    }

    private <A> boolean take(A value, Function<? super A, ? extends T> as, Consumer<? super A> refused) {
        T result;
        try {
            result = as.apply(value);
        } catch (RuntimeException wrong) {
            return completeExceptionally(wrong);
        }
        boolean first = complete(result);
        if (!first) {
            refused.accept(value);
        }
        return first;
    }

    private boolean fail(Throwable failure) {
        boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
        return completeExceptionally(wrapped ? failure.getCause() : failure);
    }

    /**
     * Returns the future of a request.
     *
     * @param answer the future that the library completes
     * @param as converts the answer into the result
     * @param refused receives an answer that arrives after the application has completed the future by other means
     * @param givenUp runs if the application completes the future before there is an answer
     * @param shown completes the future if no thread waits for it
     * @param callbacks runs the dependents of the future
     */
    public static <A, T> AnswerFuture<T> of(
            CompletableFuture<A> answer,
            Function<? super A, ? extends T> as,
            Consumer<? super A> refused,
            Runnable givenUp,
            Executor shown,
            Executor callbacks) {
        AnswerFuture<T> future = new AnswerFuture<>(answer, as, refused, callbacks);
        if (answer.isDone()) {
            future.taking.run();
        } else {
            future.handleHere((any, failure) -> {
                if (!answer.isDone()) {
                    givenUp.run();
                }
            });
            answer.whenCompleteAsync((any, failure) -> future.taking.run(), shown);
        }
        return future;
    }

    /** Returns the future of an answer, without conversion. */
    public static <T> AnswerFuture<T> of(CompletableFuture<T> answer, Executor callbacks) {
        return of(answer, Function.identity(), late -> {}, () -> {}, callbacks, callbacks);
    }

    private void handleHere(BiConsumer<? super T, ? super Throwable> what) {
        super.whenComplete(what);
    }

    // --- who waits takes the answer

    private void await() throws InterruptedException {
        if (answer != this && !super.isDone()) {
            try {
                answer.get();
            } catch (ExecutionException | CancellationException failed) {
                // The answer is taken all the same.
            }
            taking.run();
        }
    }

    /** {@inheritDoc} */
    @Override
    public T get() throws InterruptedException, ExecutionException {
        await();
        return super.get();
    }

    /** {@inheritDoc} */
    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (answer != this && !super.isDone()) {
            try {
                answer.get(timeout, unit);
            } catch (ExecutionException | CancellationException failed) {
                // The answer is taken all the same.
            }
            taking.run();
        }
        return super.get(timeout, unit);
    }

    /** {@inheritDoc} */
    @Override
    public T join() {
        if (answer != this && !super.isDone()) {
            answer.handle((any, failure) -> true).join();
            taking.run();
        }
        return super.join();
    }

    /** {@inheritDoc} */
    @Override
    public T getNow(T absent) {
        taking.run();
        return super.getNow(absent);
    }

    /** {@inheritDoc} */
    @Override
    public boolean isDone() {
        taking.run();
        return super.isDone();
    }

    /** {@inheritDoc} */
    @Override
    public boolean isCompletedExceptionally() {
        taking.run();
        return super.isCompletedExceptionally();
    }

    // --- it ends once

    /**
     * Completes the future if it is not complete. Overwriting a result could leave a granted lease without an owner.
     *
     * @throws UnsupportedOperationException if the future is complete
     */
    @Override
    public void obtrudeValue(T value) {
        once(complete(value));
    }

    /**
     * Completes the future if it is not complete.
     *
     * @throws UnsupportedOperationException if the future is complete
     */
    @Override
    public void obtrudeException(Throwable failure) {
        once(completeExceptionally(failure));
    }

    private static void once(boolean first) {
        if (!first) {
            throw new UnsupportedOperationException("the future of a request cannot be overwritten once it has ended:"
                    + " release its lease, or ask again");
        }
    }

    // --- what depends on it

    /** {@inheritDoc} */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new AnswerFuture<>(callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> function) {
        return super.thenApplyAsync(function, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return super.thenAcceptAsync(action, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<Void> thenRun(Runnable action) {
        return super.thenRunAsync(action, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> function) {
        return super.thenCombineAsync(other, function, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public <U> CompletableFuture<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return super.thenAcceptBothAsync(other, action, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return super.runAfterBothAsync(other, action, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> function) {
        return super.applyToEitherAsync(other, function, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
        return super.acceptEitherAsync(other, action, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return super.runAfterEitherAsync(other, action, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> function) {
        return super.thenComposeAsync(function, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return super.whenCompleteAsync(action, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> function) {
        return super.handleAsync(function, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> function) {
        return super.exceptionallyAsync(function, callbacks);
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> function) {
        return super.exceptionallyComposeAsync(function, callbacks);
    }
}
