package symposium.mutex.suzukikasami;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.MutualExclusion.User;

/** Suzuki and Kasami's algorithm, and Ricart and Agrawala's, in the catalogue. */
public final class SuzukiKasamiAlgorithm implements MutexAlgorithm<SuzukiKasamiState, SuzukiKasamiMessage> {

    @Override
    public String name() {
        return "suzuki-kasami";
    }

    @Override
    public String source() {
        return "G. Ricart and A. K. Agrawala 1983, I. Suzuki and T. Kasami 1982; after Raynal, section 3";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.COMPLETE);
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "n per entry, or 0 where the token is";
    }

    @Override
    public String assumptions() {
        return "no losses and no crashes; any order of messages";
    }

    @Override
    public Class<SuzukiKasamiMessage> messages() {
        return SuzukiKasamiMessage.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public SuzukiKasami protocol(Start start) {
        return new SuzukiKasami(start.holder());
    }

    @Override
    public List<Invariant<SuzukiKasamiState, SuzukiKasamiMessage, User>> invariants() {
        return SuzukiKasamiLaws.all();
    }

    @Override
    public List<Variant<SuzukiKasamiState, SuzukiKasamiMessage, MutexInput, MutexOutput>> variants(Start start) {
        return SuzukiKasamiVariants.of(protocol(start));
    }

    /** A process alone sends nothing; with two, a request cannot come later than the token that it has called. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return switch (processes) {
            case 1 ->
                EnumSet.complementOf(EnumSet.of(SuzukiKasamiRule.PRELUDE_PRESENT, SuzukiKasamiRule.POSTLUDE_KEEPS));
            case 2 -> EnumSet.of(SuzukiKasamiRule.REQUEST_LATE);
            default -> EnumSet.noneOf(SuzukiKasamiRule.class);
        };
    }
}
