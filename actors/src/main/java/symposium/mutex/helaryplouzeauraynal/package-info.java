/**
 * J. M. Hélary, N. Plouzeau and M. Raynal, <em>A Distributed Algorithm for Mutual Exclusion in an Arbitrary Network</em>, The Computer
 * Journal, 1988.
 */
package symposium.mutex.helaryplouzeauraynal;
