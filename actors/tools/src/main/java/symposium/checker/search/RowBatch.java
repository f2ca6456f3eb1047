package symposium.checker.search;

import symposium.checker.store.RowLayout;

/**
 * States that a worker of a distributed search has found, and another one owns.
 *
 * @param level their distance from the initial state
 * @param journal how much the recipient has to have computed, so that it knows all their numbers
 * @param widths the layout of their rows: the bits of each slot
 * @param words the word in which each slot is
 * @param count how many there are
 * @param rows them, packed
 */
public record RowBatch(int level, int journal, int[] widths, int[] words, int count, long[] rows) {

    /** The layout; nothing is known of the owners of slots, which matter only where a layout is widened. */
    RowLayout layout() {
        return new RowLayout(widths, new int[widths.length], words);
    }
}
