package symposium.arbitration.chandymisra;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import symposium.arbitration.ArbitrationAlgorithm;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.Forks;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Rule;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** The hygienic solution in the catalogue, as the yardstick for the others. */
public final class ChandyMisraAlgorithm implements ArbitrationAlgorithm<ChandyMisraState, ChandyMisraMessage> {

    @Override
    public String name() {
        return "chandy-misra";
    }

    @Override
    public String source() {
        return "K. M. Chandy and J. Misra, The drinking philosophers problem, ACM TOPLAS 6(4), 1984, section 3";
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "2 for each fork that changes hands: a request and the fork";
    }

    @Override
    public String assumptions() {
        return "distinct names; nothing is lost but to and from the dead";
    }

    @Override
    public Class<ChandyMisraMessage> messages() {
        return ChandyMisraMessage.class;
    }

    @Override
    public ChandyMisra protocol(Start start) {
        return new ChandyMisra(false);
    }

    /** Forks carry the number of their uses. */
    @Override
    public ChandyMisra withFences(Start start) {
        return new ChandyMisra(true);
    }

    @Override
    public List<Invariant<ChandyMisraState, ChandyMisraMessage, User>> invariants() {
        return ChandyMisraLaws.all();
    }

    @Override
    public List<Variant<ChandyMisraState, ChandyMisraMessage, Input, Output>> variants(Start start) {
        ChandyMisra original = protocol(start);
        return List.of(
                Variant.bending(
                        original,
                        ChandyMisraRule.SEND,
                        "sends no fork",
                        Variant::silenced,
                        Scenario.of(2, "no deadlock")),
                Variant.bending(
                        original,
                        ChandyMisraRule.DONE,
                        "sends no fork",
                        Variant::silenced,
                        Scenario.of(2, "no deadlock")),
                Variant.bending(
                        original,
                        ChandyMisraRule.RECEIVE,
                        "eats with what it has",
                        ChandyMisraAlgorithm::eatingEarly,
                        Scenario.of(3, "an eating philosopher has all its forks, and they are dirty")),
                Variant.bending(
                        original,
                        ChandyMisraRule.SEND_ASK,
                        "does not ask for it back",
                        step -> new Step<>(
                                step.rule(), step.next(), step.effects().subList(0, 1)),
                        Scenario.of(3, "no deadlock")));
    }

    private static Step<ChandyMisraState, ChandyMisraMessage, Output> eatingEarly(
            Step<ChandyMisraState, ChandyMisraMessage, Output> step) {
        return step.next().mood() == ChandyMisraState.Mood.HUNGRY
                ? new Step<ChandyMisraState, ChandyMisraMessage, Output>(
                                step.rule(), step.next().eating(false), step.effects())
                        .tell(new Output.Eats(Forks.unused()))
                : step;
    }

    /** What takes departures, or more philosophers. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        if (processes == 1) {
            return EnumSet.complementOf(EnumSet.of(ChandyMisraRule.HUNGRY_EATS, ChandyMisraRule.DONE));
        }
        Set<ChandyMisraRule> silent = EnumSet.of(
                ChandyMisraRule.DEPARTED,
                ChandyMisraRule.DEPARTED_EATS,
                ChandyMisraRule.CUT_OFF,
                ChandyMisraRule.LOST,
                ChandyMisraRule.HUNGRY_CUT_OFF,
                ChandyMisraRule.DONE_LOST,
                ChandyMisraRule.LATE);
        if (processes == 2) {
            silent.add(ChandyMisraRule.RECEIVE);
            silent.add(ChandyMisraRule.SEND_ASK);
        }
        return silent;
    }
}
