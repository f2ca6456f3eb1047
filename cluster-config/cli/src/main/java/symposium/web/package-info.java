/**
 * The pages that the command line serves, on loopback alone: nobody else can see what runs, or press its buttons. All
 * that a page needs is in it; nothing is downloaded.
 */
package symposium.web;
