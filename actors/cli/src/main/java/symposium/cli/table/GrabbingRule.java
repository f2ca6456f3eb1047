package symposium.cli.table;

import static symposium.cli.option.Values.quoted;

import symposium.arbitration.Orders;
import symposium.arbitration.Table;
import symposium.cli.option.BadInput;
import symposium.cli.option.Values;

/** The rules by which {@code --rule} makes orders of grabbing. */
final class GrabbingRule {

    static final String NAMES = "ascending, descending, coloured or random:SEED";

    private static final String RANDOM = "random:";

    private GrabbingRule() {}

    /**
     * The same philosophers and forks with orders by a rule.
     *
     * @throws BadInput when there is no such rule
     */
    static Table ordered(Table table, String rule) {
        if (rule.startsWith(RANDOM)) {
            return Orders.random(
                    table, Values.large("--rule random", rule.substring(RANDOM.length()), 0, Long.MAX_VALUE));
        }
        return switch (rule) {
            case "ascending" -> Orders.ascending(table);
            case "descending" -> Orders.descending(table);
            case "coloured" -> Orders.coloured(table);
            default -> throw new BadInput("--rule " + quoted(rule) + " is none of " + NAMES);
        };
    }
}
