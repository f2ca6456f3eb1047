package symposium.wire;

import akka.actor.typed.ActorRef;
import symposium.kernel.ProcessId;

/** A message of {@linkplain NewerWireSerializer version 2}, which is in the tests alone. */
public record Tidings(ProcessId from, ProcessId to, String what, ActorRef<Object> replyTo) implements Wire {}
