/**
 * The pages that the command line serves, on loopback addresses only: no other machine can see what runs, or press its
 * buttons. All that a page needs is in it; nothing is downloaded.
 *
 * <p>Requests of a browser on this machine come in; pages, and the lines of event logs while they are written, go out.
 */
package symposium.web;
