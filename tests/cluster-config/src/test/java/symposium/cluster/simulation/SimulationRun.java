package symposium.cluster.simulation;

import java.util.List;

/**
 * A run of a simulated cluster.
 *
 * @param wrong the errors
 * @param events what happened, a line each
 * @param faults the number of faults
 * @param seconds the virtual time that it took
 */
record SimulationRun(List<String> wrong, List<String> events, int faults, double seconds) {}
