package symposium.ring;

import java.util.List;
import java.util.Optional;
import symposium.kernel.Channels;
import symposium.kernel.Effect;
import symposium.kernel.Fault;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Quotient;
import symposium.kernel.Rule;
import symposium.kernel.Scenario;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.regeneration.misra.Misra;

/** The ring in the catalogue. */
public final class RingAlgorithm implements MutexAlgorithm<RingState, RingMessage> {

    @Override
    public String name() {
        return "ewd851-misra";
    }

    @Override
    public String source() {
        return "EWD851 (1983), with token regeneration (Misra 1983) and election (Chang and Roberts 1979) after Raynal, sections 4.2"
                + " and 5.2";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.RING);
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "as ewd851, and pong's rounds of n at the pace that is configured";
    }

    @Override
    public String assumptions() {
        return "processes crash, and the others are told; nothing is lost but to and from the dead";
    }

    @Override
    public Class<RingMessage> messages() {
        return RingMessage.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    /** Both tokens start at the holder; a departure alone gives rise to suspicion. */
    @Override
    public Ring protocol(Start start) {
        return Ring.startingAt(start.holder(), Ring.Conduct.of(start, Vigilance.NEWS));
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.ANY_CHANGE;
    }

    @Override
    public List<RingTimer> timers() {
        return List.of(RingTimer.values());
    }

    @Override
    public List<RingTimer> lossDetectionTimers() {
        return List.of(RingTimer.PONG_RESTS);
    }

    /** Nobody has a token until one is elected to issue it; silence, too, gives rise to suspicion. */
    @Override
    public Ring withDynamicMembership(Start start, long generation) {
        return Ring.startingEmpty(generation, Ring.Conduct.of(start, Vigilance.SILENCE));
    }

    @Override
    public List<Invariant<RingState, RingMessage, User>> invariants() {
        return RingLaws.all();
    }

    @Override
    public List<Invariant<RingState, RingMessage, User>> invariantsUnderSuspicion() {
        return RingLaws.underSuspicion();
    }

    @Override
    public Optional<Quotient<RingState, RingMessage>> quotient() {
        return Optional.of(new RingQuotient());
    }

    /** Each of the statements that make good what a crash has done, left out; they fail with one crash. */
    @Override
    public List<Variant<RingState, RingMessage, Input, Output>> variants(Start start) {
        Ring ring = protocol(start);
        return List.of(
                Variant.bending(
                        ring,
                        RingRule.DEPARTURE,
                        "sends no signal again",
                        Variant::silenced,
                        Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)),
                Variant.bending(
                        ring,
                        RingRule.DEPARTURE,
                        "suspects nothing",
                        RingAlgorithm::unsuspecting,
                        Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)),
                Variant.bending(
                        ring,
                        Misra.Rule.PONG_REGENERATES,
                        "wakes the new token at once",
                        RingAlgorithm::awakened,
                        Scenario.of(3, "no fair starvation").withFault(Fault.CRASH, 1)),
                Variant.bending(
                        ring,
                        RingRule.BOTH_ISSUED,
                        "issues nothing",
                        RingAlgorithm::unissued,
                        Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)));
    }

    private static Step<RingState, RingMessage, Output> unsuspecting(Step<RingState, RingMessage, Output> step) {
        return new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .filter(effect -> !(effect instanceof Effect.Schedule<RingMessage, Output> schedule
                                && schedule.timer() == RingTimer.SUSPICION))
                        .toList());
    }

    private static Step<RingState, RingMessage, Output> awakened(Step<RingState, RingMessage, Output> step) {
        return new Step<>(step.rule(), step.next().awakened(), step.effects());
    }

    private static Step<RingState, RingMessage, Output> unissued(Step<RingState, RingMessage, Output> step) {
        RingState next = step.next();
        return Step.by(step.rule(), next.withoutTokens());
    }

    /**
     * The rules that need more than crashes to fire: a process cut off, a member that joins, a suspicion without reason. Explorations of
     * these make each of them fire but c.2, which takes a user who has not yet heard what it has been told.
     */
    static List<Rule> beyondCrashes() {
        return List.of(
                RingRule.SIGNAL_OWED,
                RingRule.RELEASE_AFTER_LOSS,
                RingRule.OLDER,
                RingRule.OUTBIDS,
                RingRule.PONG_TWICE,
                RingRule.CUT_OFF,
                RingRule.PONG_ISSUED,
                RingRule.ABANDONED);
    }
}
