package symposium.mutex.suzukikasami.survivor;

import java.util.List;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.MutualExclusion.User;
import symposium.regeneration.census.CensusRule;

/** Suzuki and Kasami's algorithm with a census, in the catalogue. */
public final class SurvivorAlgorithm implements MutexAlgorithm<SurvivorState, SurvivorMessage> {

    @Override
    public String name() {
        return "suzuki-kasami-census";
    }

    @Override
    public String source() {
        return "Suzuki and Kasami 1982, Ricart and Agrawala 1983, after Raynal, section 3; with regeneration by a census";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.COMPLETE);
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.DEPARTURES;
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "as suzuki-kasami, and 2(m-1) after a departure that leaves m";
    }

    @Override
    public String assumptions() {
        return "processes crash, and the others are told; nothing is lost but to and from the dead; any order of messages";
    }

    @Override
    public Class<SurvivorMessage> messages() {
        return SurvivorMessage.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public Survivor protocol(Start start) {
        return new Survivor(start);
    }

    @Override
    public List<Invariant<SurvivorState, SurvivorMessage, User>> invariants() {
        return SurvivorLaws.all();
    }

    @Override
    public List<Variant<SurvivorState, SurvivorMessage, MutexInput, MutexOutput>> variants(Start start) {
        return SurvivorVariants.of(protocol(start));
    }

    /** The rules that need more than crashes to fire: a process that is taken for departed though it lives. */
    static List<Rule> beyondCrashes() {
        return List.of(CensusRule.CALLS_AGAIN, CensusRule.STALE, SurvivorRule.RELEASE_AFTER_LOSS);
    }
}
