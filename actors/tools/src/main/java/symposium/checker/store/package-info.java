/**
 * The storage of states as words.
 *
 * <p>A state is a row of numbers ({@code RowLayout}, {@code Rows}); a {@code StateStore} keeps rows as trees, with
 * the parent of each, in the heap or in mapped files ({@code MappedMemory}). Nothing here knows what a number
 * stands for.
 *
 * <p>Rows come in; the number of a state goes out, and whether it is new.
 */
package symposium.checker.store;
