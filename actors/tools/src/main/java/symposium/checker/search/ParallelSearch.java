package symposium.checker.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import symposium.checker.model.Model;
import symposium.checker.number.Guard;
import symposium.checker.space.StateSpace;
import symposium.checker.store.Rows;
import symposium.checker.store.StateReader;
import symposium.checker.store.StateStore;
import symposium.checker.store.WordTable;

/**
 * A breadth-first search by several threads that finds what a single one finds: the states have the same numbers if
 * they have the same successors in the same order.
 *
 * <p>Workers expand blocks of states that follow one another. Each leaves out the successors that are stored already,
 * which is most of them. Their results are stored block by block, in the order of the states, by one worker at a time,
 * while the others go on with the next blocks; so no level is waited for. The search goes on by a single thread where
 * few states wait, and where a number does not fit into the layout of the rows, which only that thread may widen.
 */
public final class ParallelSearch<S, M, U, I, O> {

    /** Where fewer states wait, one thread is as fast. */
    public static final int FEW = 1 << 12;

    private static final int LARGEST_BLOCK = 1 << 10;
    private static final int SMALLEST_BLOCK = 1 << 6;
    private static final int BLOCKS_OF_WORKER = 8;
    /** The number of states for which the memory is read at once. */
    private static final int AHEAD = 64;

    /** Lets one thread enter at a time. */
    public static final class Lock extends Guard {
        private final ReentrantLock lock = new ReentrantLock();
        /** The time in which threads have waited to enter; guarded by the lock. */
        private long waited;

        @Override
        public void enter() {
            if (!lock.tryLock()) {
                long begin = System.nanoTime();
                lock.lock();
                waited += System.nanoTime() - begin;
            }
        }

        long waited() {
            lock.lock();
            try {
                return waited;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void leave() {
            lock.unlock();
        }
    }

    /** States that follow one another, and what was found of them. */
    private static final class Block {
        private int sequence;
        private int first;
        private int end;
        /** The number of states expanded: all, but where a violation or a narrow layout has stopped the worker. */
        private int expanded;
        /** By state: the number of its successors, and of those of them that were not known. */
        private final int[] found = new int[LARGEST_BLOCK];

        private final int[] fresh = new int[LARGEST_BLOCK];
        private int allFresh;
        /** What stands at their roots; for those with new parts {@link StateReader#NEW_BELOW}, and their rows. */
        private long[] roots = new long[LARGEST_BLOCK];

        private long[] hashes = new long[LARGEST_BLOCK];
        private long[] rows = new long[LARGEST_BLOCK];
        private int used;
        private final long[] fired;
        private StateExpander.Violation violation;

        Block(int rules) {
            fired = new long[rules];
        }

        void begin(int number, int from, int to) {
            sequence = number;
            first = from;
            end = to;
            expanded = 0;
            allFresh = 0;
            used = 0;
            violation = null;
            Arrays.fill(fired, 0);
        }

        /** Makes room for the roots of this number of further successors. */
        void makeRoom(int successors) {
            if (allFresh + successors > roots.length) {
                roots = Arrays.copyOf(roots, allFresh * 2 + successors);
            }
        }

        void add(long root) {
            roots[allFresh++] = root;
            fresh[expanded]++;
        }

        void addRow(long[] from, int at, int words) {
            if (used + words > rows.length) {
                rows = Arrays.copyOf(rows, rows.length * 2 + words);
            }
            System.arraycopy(from, at, rows, used, words);
            used += words;
        }
    }

    private final int few;
    private final Lock guard;
    private final BreadthFirstSearch<S, M, U, I, O> search;
    private final List<StateExpander<S, M, U, I, O>> expanders = new ArrayList<>();

    // What follows is guarded by this object's monitor.

    /** Whether the workers are to stop. */
    private boolean stopping;
    /** Whether some worker stores results. */
    private boolean storing;
    /** Whether a number did not fit. */
    private boolean narrow;
    /** Whether a limit is near, which the single thread keeps exactly. */
    private boolean limited;

    /** The first state that no worker has taken. */
    private int next;
    /** The number of states as of the last block stored. */
    private int known;

    private int taken;
    private int stored;
    /** How long only one worker could go on, and how long workers have waited, all together; in nanoseconds. */
    private long serial;

    private long waited;
    private final Map<Integer, Block> ready = new HashMap<>();
    private final Deque<Block> free = new ArrayDeque<>();

    public ParallelSearch(
            Model<S, M, U, I, O> model, BreadthFirstSearch<S, M, U, I, O> search, Lock guard, int workers, int few) {
        this.search = search;
        this.guard = guard;
        this.few = few;
        for (int worker = 0; worker < workers; worker++) {
            expanders.add(new StateExpander<>(model, search.space().view()));
        }
    }

    /** Searches until all is explored, a property is violated, or a limit is reached. */
    public void run() {
        long begin = System.nanoTime();
        long waitedBefore = guard.waited();
        try {
            boolean ended = alone(Integer.MAX_VALUE, few);
            while (!ended) {
                together();
                if (search.violation() != null) {
                    search.shorten();
                    return;
                }
                if (search.paused()) {
                    return;
                }
                ended = limited
                        ? alone(Integer.MAX_VALUE, Integer.MAX_VALUE)
                        : alone(narrow ? 2 * LARGEST_BLOCK : Integer.MAX_VALUE, narrow ? Integer.MAX_VALUE : few);
            }
        } finally {
            search.searched(
                    expanders.size(), System.nanoTime() - begin, serial, waited + guard.waited() - waitedBefore);
        }
    }

    /** Searches by this thread, while the others have nothing to do. */
    private boolean alone(int most, int waiting) {
        long begin = System.nanoTime();
        try {
            return search.run(most, waiting);
        } finally {
            long taken = System.nanoTime() - begin;
            serial += taken;
            waited += taken * (expanders.size() - 1);
        }
    }

    /** Searches by all workers until one of them stops it, or nothing waits. */
    private void together() {
        stopping = false;
        narrow = false;
        next = search.head();
        known = search.states();
        taken = 0;
        stored = 0;
        ready.clear();
        Workers.run(expanders.stream().map(this::worker).toList(), expanders.size());
    }

    private Runnable worker(StateExpander<S, M, U, I, O> expander) {
        return () -> work(expander);
    }

    private void work(StateExpander<S, M, U, I, O> expander) {
        boolean ended = false;
        try {
            expander.space().adopt();
            for (Block block = take(); block != null; block = take()) {
                expand(expander, block);
                finish(block);
            }
            ended = true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the search was interrupted", interrupted);
        } finally {
            if (!ended) {
                stop();
            }
        }
    }

    private synchronized void stop() {
        stopping = true;
        notifyAll();
    }

    /** The next block to expand, or null if the worker is to stop. */
    private synchronized Block take() throws InterruptedException {
        while (!stopping) {
            boolean many = taken - stored >= BLOCKS_OF_WORKER * expanders.size();
            if (next < known && !many) {
                int share = (known - next) / (2 * expanders.size());
                int size = Math.max(SMALLEST_BLOCK, Math.min(LARGEST_BLOCK, share));
                Block block = free.isEmpty() ? new Block(search.fired().length) : free.pop();
                block.begin(taken++, next, Math.min(next + size, known));
                next = block.end;
                return block;
            }
            if (taken == stored && next == known) {
                return null;
            }
            long begin = System.nanoTime();
            wait();
            waited += System.nanoTime() - begin;
        }
        return null;
    }

    private void expand(StateExpander<S, M, U, I, O> expander, Block block) {
        StateSpace<S, M, U, I, O> space = expander.space();
        int words = space.store().words();
        long[] roots = new long[64];
        try {
            for (int state = block.first; state < block.end; state++) {
                int found = expander.expand(space.state(state), block.fired);
                if (found == StateExpander.VIOLATED) {
                    block.violation = expander.violation();
                    return;
                }
                block.found[block.expanded] = found;
                block.fresh[block.expanded] = 0;
                block.makeRoom(found);
                if (found > roots.length) {
                    roots = new long[found * 2];
                }
                space.look(roots);
                for (int successor = 0; successor < found; successor++) {
                    if (roots[successor] != StateReader.KNOWN) {
                        block.add(roots[successor]);
                    }
                    if (roots[successor] == StateReader.NEW_BELOW) {
                        block.addRow(
                                space.successors().rows(), space.successors().offset(successor), words);
                    }
                }
                block.expanded++;
            }
        } catch (Rows.LayoutTooNarrow tooNarrow) {
            // The states of the block are expanded again.
            block.expanded = 0;
        }
    }

    /** Stores the results of a block as soon as those of all blocks before are stored. */
    private void finish(Block block) {
        synchronized (this) {
            ready.put(block.sequence, block);
            if (storing) {
                return;
            }
            storing = true;
        }
        for (Block due = due(); due != null; due = due()) {
            long begin = System.nanoTime();
            boolean more = store(due);
            long end = System.nanoTime();
            synchronized (this) {
                serial += end - begin;
                stored++;
                known = search.states();
                stopping |= !more;
                free.push(due);
                notifyAll();
            }
        }
    }

    private synchronized Block due() {
        Block due = stopping ? null : ready.remove(stored);
        storing = due != null;
        return due;
    }

    /** Stores the new parts of states. */
    private void completeRoots(Block block) {
        StateStore store = search.space().store();
        if (block.hashes.length < block.allFresh) {
            block.hashes = new long[block.roots.length];
        }
        int at = 0;
        for (int each = 0; each < block.allFresh; each++) {
            if (block.roots[each] == StateReader.NEW_BELOW) {
                block.roots[each] = store.rootOf(block.rows, at);
                at += store.words();
            }
            block.hashes[each] = WordTable.hash(block.roots[each]);
        }
    }

    /** Returns whether the search goes on. */
    private boolean store(Block block) {
        boolean whole = block.expanded == block.end - block.first;
        if (!whole && block.violation == null) {
            narrow = true;
            return false;
        }
        if (search.pauses()) {
            return false;
        }
        if (!search.fits(block.allFresh) || search.late()) {
            limited = true;
            return false;
        }
        completeRoots(block);
        StateStore store = search.space().store();
        int at = 0;
        int touched = 0;
        for (int state = 0; state < block.expanded; state++) {
            int end = at + block.fresh[state];
            if (end > touched) {
                touched = Math.min(end + AHEAD, block.allFresh);
                store.touch(block.hashes, at, touched);
            }
            search.expanded(block.roots, block.hashes, at, end, block.found[state]);
            at = end;
        }
        for (int rule = 0; rule < block.fired.length; rule++) {
            search.fired()[rule] += block.fired[rule];
        }
        if (block.violation != null) {
            search.violated(block.violation);
            return false;
        }
        return true;
    }
}
