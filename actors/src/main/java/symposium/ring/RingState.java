package symposium.ring;

import java.util.Optional;
import java.util.SortedSet;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.misra.Misra;
import symposium.ring.RingMessage.Round;

/**
 * A process of the ring: a machine of EWD851, a process of Misra's and one of Chang and Roberts', and what holds them together.
 *
 * @param self its own name
 * @param links its links, none when it is cut off
 * @param departed everyone of whom it knows that it has departed
 * @param machine EWD851's machine; it holds the token while ping is here and awake
 * @param tokens Misra's process: the mark, and which of ping and pong are here
 * @param ballot Chang and Roberts' process, as far as the present membership is concerned
 * @param generation the highest generation it has heard of
 * @param privilege what comes with ping, while ping is here
 * @param round what pong is about, while pong is here
 * @param alarm what it fears
 * @param census what it knows of a census of its own
 */
public record RingState(
        ProcessId self,
        Neighbours links,
        SortedSet<ProcessId> departed,
        Ewd851.State machine,
        Misra.State tokens,
        ChangRoberts.State ballot,
        long generation,
        Optional<Privilege> privilege,
        Optional<Round> round,
        Alarm alarm,
        Census census) {

    /**
     * The right to enter.
     *
     * @param fence the fence of the latest grant
     * @param asleep whether the token is new and not yet known to enough processes
     */
    public record Privilege(Fence fence, boolean asleep) {
        @Override
        public String toString() {
            return fence + (asleep ? " asleep" : "");
        }
    }

    /** What a process fears. */
    public enum Alarm {
        /** Nothing. */
        NONE,
        /** That both tokens are lost. */
        SUSPICIOUS
    }

    /** What a process knows of a census of its own. */
    public enum Census {
        /** None is on its way. */
        NONE,
        /** One is on its way, and neither token has come here since. */
        OUT,
        /** One is on its way, and ping has come here since, but not pong. */
        OUT_PING_SEEN,
        /** One is on its way, and pong has come here since. */
        OUT_PONG_SEEN
    }

    RingState with(Misra.State other) {
        return new RingState(
                self, links, departed, machine, other, ballot, generation, privilege, round, alarm, census);
    }

    RingState awakened() {
        return new RingState(
                self,
                links,
                departed,
                machine.withHoldsToken(true),
                tokens,
                ballot,
                generation,
                privilege.map(it -> new Privilege(it.fence(), false)),
                round,
                alarm,
                census);
    }

    RingState withoutTokens() {
        return new RingState(
                self,
                links,
                departed,
                machine,
                tokens.withoutPing().withoutPong(),
                ballot,
                generation,
                Optional.empty(),
                Optional.empty(),
                alarm,
                census);
    }

    /** Whether it has no links. */
    public boolean cutOff() {
        return links.isEmpty();
    }

    /** Whether the token is here and may be used. */
    public boolean awake() {
        return privilege.isPresent() && !privilege.get().asleep();
    }

    /** Whether the token is here and sleeps. */
    public boolean asleep() {
        return privilege.isPresent() && privilege.get().asleep();
    }

    /** Whether somebody to the left, or its own user, waits for the token that this machine has called for and not yet had. */
    public boolean owes() {
        return !machine.holdsToken() && (machine.black() || machine.delayed());
    }

    @Override
    public String toString() {
        return machine
                + privilege.map(it -> " token " + it).orElse("")
                + round.map(it -> " pong " + it).orElse("")
                + " g" + generation + " m" + tokens.mark()
                + (ballot.participant() ? " votes" : "")
                + (alarm == Alarm.NONE ? "" : " suspicious")
                + (census == Census.NONE ? "" : " census " + census)
                + (departed.isEmpty() ? "" : " without " + departed)
                + (cutOff() ? " cut off" : "");
    }
}
