/**
 * The actor that hosts a process on a node.
 *
 * <p>{@link symposium.cluster.host.Host} runs the steps of a process and the ends of its links, and notifies the
 * process of changes. {@link symposium.cluster.host.Endpoint} reads and writes its messages.
 *
 * <p>Views, frames and inputs come in; frames go out to the other hosts, outputs to the service.
 */
package symposium.cluster.host;
