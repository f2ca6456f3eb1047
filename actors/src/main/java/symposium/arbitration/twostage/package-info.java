/** The two-stage solution (section 5). */
package symposium.arbitration.twostage;
