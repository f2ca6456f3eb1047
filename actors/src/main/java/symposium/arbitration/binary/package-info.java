/** Binary arbitration (sections 0 and 1). */
package symposium.arbitration.binary;
