/**
 * The numbering of values.
 *
 * <p>An {@code Interner} gives each distinct value a small number, a {@code Memo} remembers a function of numbers.
 * The code of an author is called under a {@code Guard}, once for each question; a guard may record the questions,
 * for other workers to ask the same ones in the same order.
 *
 * <p>Values come in; numbers go out.
 */
package symposium.checker.number;
