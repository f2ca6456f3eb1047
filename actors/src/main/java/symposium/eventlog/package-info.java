/**
 * Event logs: the events of the processes of one run, each a line of JSON. Nodes, demos, simulations and the checker
 * write them alike, and {@code symposium trace} reads them.
 *
 * <p>A log is a file of lines, each a JSON object. The first line is the head:
 *
 * <pre>
 * {"format":"symposium-events","version":1,"algorithm":"ewd851-misra","fences":true}
 * </pre>
 *
 * <p>A process begins with a line that says what its protocol and its first state follow from, where it has one; a log
 * of the checker or of a simulation has one for each process at its start:
 *
 * <pre>
 * {"at":"2026-01-31T12:00:00.123456Z","begin":[0,0],"processes":[[0,0],[1,0],[2,0]],"holder":[0,0],"quorum":2,
 *  "floor":7,"neighbours":[[2,0,"LEFT"],[1,0,"RIGHT"]],"state":{...}}
 * </pre>
 *
 * <p>Then follow its steps and what happened to it, in their order:
 *
 * <pre>
 * {"at":"...","process":[0,0],"step":1,"rule":"n.1","event":{"received":...,"from":[2,0,"LEFT"]},
 *  "effects":[{"send":...,"to":[1,0,"RIGHT"]},{"output":...}],"state":{...},"lamport":3,"vector":{"0@0":2,"2@0":1}}
 * {"at":"...","process":[1,0],"fault":"crashed"}
 * </pre>
 *
 * <ul>
 *   <li>{@code at} is the time by the clock of the machine that wrote the line, for people; nothing is ordered by it
 *       where messages tell the order. Simulations and the checker write none.
 *   <li>A process is its number and its incarnation; a neighbour has its side besides. {@code floor} is the generation
 *       above which the process counts, where the membership may change.
 *   <li>{@code event} is one of {@code input}, {@code received} with {@code from}, {@code undeliverable} with
 *       {@code to}, {@code neighbours} with {@code departed}, {@code timeout}, {@code leave}. {@code effects} are
 *       {@code send} with {@code to}, {@code output}, {@code schedule}, {@code cancel}, {@code left}. Messages, inputs
 *       and outputs are written as on the wire between nodes: a type with several forms is an array of the form's name
 *       and its value.
 *   <li>{@code state} is the state after the step. It may be left out: {@code trace verify} computes it anyway, and
 *       compares it where it stands.
 *   <li>{@code lamport} and {@code vector} are the logical and the vector time, in a log that has been merged. A log
 *       that one node has written has none: messages between nodes carry no stamps, so that a log costs nothing while
 *       it is off, and which message was received where follows from the logs of all.
 *   <li>{@code fault} is one of {@code crashed}, {@code joined}, {@code lost} and {@code duplicated} (with the
 *       {@code message} and {@code from}), {@code link-failed} and {@code link-recovered} (with {@code other}),
 *       {@code partitioned} (with {@code side}), {@code falsely-departed} (with {@code other}), {@code failed} (with
 *       {@code event} and {@code why}) and {@code threw} (with {@code why}).
 * </ul>
 *
 * <p>Readers ignore fields that they do not know. A line that is not one of these ends the reading, with the file, the
 * line and what would be right.
 *
 * <p>A log of a node is written line by line on the thread of the process, before the effects of the step are carried
 * out, and each line is handed to the operating system at once: what another process has received is in the sender's
 * log, also after {@code kill -9}. The file is put aside at a size, under the same name with the number before its
 * ending; the parts together are the log.
 *
 * <p>Trace events come in; lines go out, and come in again to be read by {@code symposium.eventlog.reading}.
 */
package symposium.eventlog;
