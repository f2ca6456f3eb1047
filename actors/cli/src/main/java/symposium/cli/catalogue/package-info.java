/**
 * The commands that show the catalogue.
 *
 * <p>Its list, the errata of the papers with the variants that refute them, the page on which to walk through states,
 * and the site.
 *
 * <p>The catalogue comes in; lists and pages go out.
 */
package symposium.cli.catalogue;
