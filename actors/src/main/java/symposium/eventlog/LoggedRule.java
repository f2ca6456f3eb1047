package symposium.eventlog;

import symposium.kernel.Rule;

/** A rule as a log names it. */
record LoggedRule(String label) implements Rule {
    @Override
    public String name() {
        return label;
    }
}
