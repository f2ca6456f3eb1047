/** Hygienic forks. */
package symposium.arbitration.chandymisra;
