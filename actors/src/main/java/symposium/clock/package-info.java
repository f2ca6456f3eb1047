/** Logical clocks, vector clocks and timestamps. */
package symposium.clock;
