package symposium.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One transition of an algorithm; an enum of each algorithm, in the paper's order. */
public interface Rule {

    /** Returns the constant's name. */
    String name();

    /**
     * Returns the paper's own label, such as {@code n.1}, or a short name in the same style. The default is the
     * constant's name in lower case with a dot after the first word: {@code N_1} becomes {@code n.1}, and {@code
     * TOKEN_GOES_ON} becomes {@code token.goes-on}. If the name starts with letters and a number, only these form the
     * label, and the rest describes the purpose of the rule: {@code P1_REQUEST} becomes {@code p.1}.
     */
    default String label() {
        return PrintedNames.label(name());
    }

    /**
     * Returns a rule of a part, with {@code prefix} before its label to distinguish it from the rules of other parts.
     */
    static Rule prefixed(String prefix, Rule rule) {
        return new Prefixed(prefix, rule);
    }

    /** A rule with a prefix: see {@link #prefixed}. */
    record Prefixed(String prefix, Rule rule) implements Rule {
        @Override
        public String name() {
            return rule.name();
        }

        @Override
        public String label() {
            return prefix + rule.label();
        }
    }

    /** Returns the constants of the enums of rules nested in a class or in its nearest superclass that has some. */
    static List<Rule> nestedIn(Class<?> protocol) {
        for (Class<?> type = protocol; type != null; type = type.getSuperclass()) {
            List<Rule> rules = new ArrayList<>();
            for (Class<?> nested : type.getDeclaredClasses()) {
                if (nested.isEnum() && Rule.class.isAssignableFrom(nested)) {
                    Collections.addAll(rules, (Rule[]) nested.getEnumConstants());
                }
            }
            if (!rules.isEmpty()) {
                return Collections.unmodifiableList(rules);
            }
        }
        throw new IllegalStateException(protocol.getName() + " has no rules: nest an enum in it that implements "
                + Rule.class.getName() + ", or override rules()");
    }
}
