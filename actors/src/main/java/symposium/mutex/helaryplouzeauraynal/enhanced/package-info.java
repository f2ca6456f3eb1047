/** Section 7. */
package symposium.mutex.helaryplouzeauraynal.enhanced;
