package symposium.site;

/**
 * A link to a page of the site.
 *
 * @param page the path of the page from the root of the site
 * @param text what it says
 */
record Link(String page, String text) {}
