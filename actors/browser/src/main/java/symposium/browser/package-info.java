/**
 * The algorithms, their checker and their diagrams in a browser, from a single definition. TeaVM compiles the classes
 * of {@code actors} that do not depend on Akka to WebAssembly, and {@link symposium.browser.Playground} is the page
 * that runs them in a worker.
 *
 * <p>A test asks the engine the same in a browser and in Java: for every algorithm of the catalogue at its smallest
 * size, and for every variant where it shows, the initial state with its possible steps, the number of states and
 * steps, the verdicts, the shortest counterexample and its diagram are the same, letter by letter; and so are the
 * verdicts on event logs.
 *
 * <p>What the compiler must be told is in few places: {@link symposium.browser.Substitutions} names the classes that
 * have others in their place ({@code BrowserPlatform}, {@code BrowserMessageTypes}, {@code BrowserRecordTypes}), {@link
 * symposium.browser.ReadableRecords} what is found by reflection, {@link symposium.browser.EngineResources} the files
 * that are read, and {@link symposium.browser.LibraryRepair} where TeaVM's library differs from Java's.
 *
 * <p>WebAssembly with garbage collection and not JavaScript: explorations take a fourth of the time, and the page, one
 * file that opens without a server, is no larger when the engine is compressed. An exploration in the page ends at
 * 1,000,000 states.
 *
 * <p>Questions in JSON come in; answers in JSON, and pages as one file each, go out.
 */
package symposium.browser;
