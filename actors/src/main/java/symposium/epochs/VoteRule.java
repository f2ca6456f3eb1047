package symposium.epochs;

import symposium.kernel.Rule;

/**
 * A rule of an election, which may have a label that the token algorithm has, too.
 *
 * @param rule the election's rule
 */
public record VoteRule(Rule rule) implements Rule {
    @Override
    public String name() {
        return rule.name();
    }

    @Override
    public String label() {
        return "vote." + rule.label();
    }
}
