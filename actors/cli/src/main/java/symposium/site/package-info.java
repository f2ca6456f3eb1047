/**
 * The static site: the documents of a checkout, a page for each algorithm of the catalogue, and the errata. All that a
 * page needs lies beside it; it opens from a file, without a network.
 *
 * <p>The documents of a checkout and the catalogue come in; HTML files go out.
 */
package symposium.site;
