/**
 * The checker on a cluster: the states of an exploration are distributed over several JVMs.
 *
 * <p>Each machine has an actor with a {@link symposium.checker.search.SearchWorker}. States go to their owners in
 * batches. That a level has ended everywhere is detected by Safra's algorithm (EWD998), the catalogue entry {@code
 * safra}, hosted by the same actor as every algorithm of the catalogue: a batch is a message of its computation. The
 * coordinator, an actor of the machine that was started by the user, begins each level, has checkpoints written
 * between two of them, and finds the way to a violation.
 *
 * <p>A model and the number of workers come in; batches of states go between them, and one report goes out.
 */
package symposium.distributed;
