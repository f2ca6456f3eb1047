/**
 * The commands for philosophers at a table.
 *
 * <p>{@link symposium.cli.table.TableCommand} analyses and plans the orders of grabbing; {@link
 * symposium.cli.table.DineCommand} lets many dine.
 *
 * <p>A table file or a topology comes in; orders, dangers and figures go out.
 */
package symposium.cli.table;
