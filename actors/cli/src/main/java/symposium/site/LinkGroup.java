package symposium.site;

import java.util.List;

/**
 * Links under one heading.
 *
 * @param heading without markup
 * @param links in the order in which they are shown
 */
record LinkGroup(String heading, List<Link> links) {}
