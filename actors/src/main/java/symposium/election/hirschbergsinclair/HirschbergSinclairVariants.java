package symposium.election.hirschbergsinclair;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.hirschbergsinclair.HirschbergSinclairMessage.Candidature;
import symposium.election.hirschbergsinclair.HirschbergSinclairMessage.Response;
import symposium.election.hirschbergsinclair.HirschbergSinclairState.Position;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** The chapter read as printed, and faults planted. */
final class HirschbergSinclairVariants {

    private HirschbergSinclairVariants() {}

    static List<Variant<HirschbergSinclairState, HirschbergSinclairMessage, Call, Leader>> of(
            HirschbergSinclair original) {
        return List.of(
                inverted(original).showing(Scenario.of(2, "a candidate is the greatest up to half its distance away")),
                new Variant<>(
                        "c.2 takes lg to be 0: the header of the candidature lacks it, as printed",
                        new Reading(original, HirschbergSinclairVariants::unmeasured, (state, message) -> true),
                        Scenario.of(3, "a candidature has travelled lg links, fewer than lgmax")),
                new Variant<>(
                        "a process that waits for two responses receives nothing for others: an initiation out of a handler blocks, as printed",
                        new Reading(original, UnaryOperator.identity(), HirschbergSinclairVariants::responding),
                        Scenario.of(2, "no deadlock")),
                Variant.bending(
                        original,
                        HirschbergSinclairRule.AFTERWARDS,
                        "becomes lost: \"case number > my_number then state <- lost\", as printed",
                        step -> new Step<>(step.rule(), lost(step.next()), step.effects()),
                        Scenario.of(2, "whoever knows the winner takes no part")),
                Variant.bending(
                        original,
                        HirschbergSinclairRule.KNOWN,
                        "says nothing at the winner, whose \"wait nresp = 2\" never ends, as printed",
                        step -> step.next().position() == Position.ELECTED ? Step.by(step.rule(), step.next()) : step,
                        Scenario.of(1, "no deadlock").withRequests(2)),
                Variant.bending(
                        original,
                        HirschbergSinclairRule.SMALLER_JOINED,
                        "responds, and does not join",
                        step -> new Step<>(
                                step.rule(),
                                original.initial(
                                        step.next().number(), step.next().neighbours()),
                                step.effects().subList(0, 1)),
                        Scenario.of(2, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        HirschbergSinclairRule.RESPONSE_PASSED,
                        "sends nothing on",
                        Variant::silenced,
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        HirschbergSinclairRule.WON,
                        "tells nobody else",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")));
    }

    /** "if respOK then state &lt;- lost". */
    private static Variant<HirschbergSinclairState, HirschbergSinclairMessage, Call, Leader> inverted(
            HirschbergSinclair original) {
        Variant<HirschbergSinclairState, HirschbergSinclairMessage, Call, Leader> half = Variant.bending(
                original,
                HirschbergSinclairRule.NEXT,
                "becomes lost",
                step -> Step.by(step.rule(), step.next().lost()));
        return Variant.bending(
                half.protocol(),
                HirschbergSinclairRule.DEFEATED,
                "goes on, and r.1 becomes lost: \"if respOK then state <- lost\", as printed",
                HirschbergSinclairVariants::insisting);
    }

    /** What was its distance is forgotten with the defeat; a distance of 2 follows the first candidature, which is enough. */
    private static Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> insisting(
            Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> step) {
        HirschbergSinclairState next = step.next().candidate(2);
        Candidature own = new Candidature(next.number(), 0, next.lgmax());
        return Step.<HirschbergSinclairState, HirschbergSinclairMessage, Leader>by(step.rule(), next)
                .send(next.neighbours().left(), own)
                .send(next.neighbours().right(), own);
    }

    private static HirschbergSinclairState lost(HirschbergSinclairState state) {
        return new HirschbergSinclairState(
                state.number(), state.neighbours(), Position.LOST, 0, 0, true, state.winner());
    }

    private static HirschbergSinclairMessage unmeasured(HirschbergSinclairMessage message) {
        return message instanceof Candidature candidature
                ? new Candidature(candidature.number(), 0, candidature.lgmax())
                : message;
    }

    private static boolean responding(HirschbergSinclairState state, HirschbergSinclairMessage message) {
        if (state.position() != Position.CANDIDATE) {
            return true;
        }
        return message instanceof Response response && response.number().equals(state.number())
                || message instanceof Candidature candidature
                        && candidature.number().equals(state.number());
    }

    /** The original, with messages read and received otherwise. */
    private record Reading(
            HirschbergSinclair original,
            UnaryOperator<HirschbergSinclairMessage> reading,
            BiPredicate<HirschbergSinclairState, HirschbergSinclairMessage> receives)
            implements Protocol<HirschbergSinclairState, HirschbergSinclairMessage, Call, Leader> {

        @Override
        public List<HirschbergSinclairRule> rules() {
            return original.rules();
        }

        @Override
        public HirschbergSinclairState initial(ProcessId self, Neighbours neighbours) {
            return original.initial(self, neighbours);
        }

        @Override
        public boolean admits(HirschbergSinclairState state, Neighbour from, HirschbergSinclairMessage message) {
            return receives.test(state, message);
        }

        @Override
        public Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> step(
                HirschbergSinclairState state, Event<HirschbergSinclairMessage, Call> event) {
            return event instanceof Event.Received<HirschbergSinclairMessage, Call> received
                    ? original.step(state, new Event.Received<>(received.from(), reading.apply(received.message())))
                    : original.step(state, event);
        }
    }
}
