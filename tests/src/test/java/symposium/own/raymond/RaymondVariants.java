package symposium.own.raymond;

import static symposium.own.raymond.RaymondRule.EXIT;
import static symposium.own.raymond.RaymondRule.INITIALIZED;
import static symposium.own.raymond.RaymondRule.PRIVILEGE;
import static symposium.own.raymond.RaymondRule.REQUEST;
import static symposium.own.raymond.RaymondRule.WISH;

import java.util.List;
import java.util.function.UnaryOperator;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/** Statements left out. */
final class RaymondVariants {

    private RaymondVariants() {}

    static List<Variant<RaymondState, RaymondMessage, Input, Output>> of(Raymond original) {
        return List.of(
                bent(original, INITIALIZED, "tells nobody", Variant::silenced),
                bent(original, WISH, "makes no request", Variant::silenced),
                bent(original, WISH, "forgets that it has asked", next(node -> node.asked(false))),
                bent(original, REQUEST, "makes no request in its turn", Variant::silenced),
                bent(original, REQUEST, "forgets that it has asked", next(node -> node.asked(false))),
                bent(original, PRIVILEGE, "still says that it has asked", next(node -> node.asked(true))),
                bent(original, EXIT, "keeps the privilege that it sends", next(node -> node.holder(node.self()))));
    }

    private static Variant<RaymondState, RaymondMessage, Input, Output> bent(
            Raymond original,
            RaymondRule rule,
            String name,
            UnaryOperator<Step<RaymondState, RaymondMessage, Output>> bend) {
        return Variant.bending(original, rule, name, bend);
    }

    private static UnaryOperator<Step<RaymondState, RaymondMessage, Output>> next(UnaryOperator<RaymondState> change) {
        return step -> new Step<>(step.rule(), change.apply(step.next()), step.effects());
    }
}
