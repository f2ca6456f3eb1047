package symposium.election.terms;

import java.util.Map;
import java.util.Optional;
import symposium.election.terms.Terms.Reading;
import symposium.kernel.Fault;
import symposium.kernel.Scenario;

/** Where the faults of {@link TermsAlgorithm#variants} show. It depends on the election of which the terms are made; of others nothing is said. */
final class TermExhibits {

    private static final Map<String, Scenario> OLD_COUNTS = Map.ofEntries(
            Map.entry(
                    "chang-roberts",
                    Scenario.of(3, "there are never two leaders of one term").withFault(Fault.CRASH, 1)),
            Map.entry("dolev-klawe-rodeh", Scenario.of(2, "all are relays when the news goes round")),
            Map.entry("franklin", Scenario.of(2, "all others are relays when the news goes round")),
            Map.entry(
                    "hirschberg-sinclair",
                    Scenario.of(2, "there are never two leaders of one term").withFault(Fault.CRASH, 1)),
            Map.entry(
                    "lelann",
                    Scenario.of(1, "whoever has gone round the whole ring has met every candidate")
                            .withRequests(2)),
            Map.entry("peterson-alternating", Scenario.of(2, "all are relays when the news goes round")),
            Map.entry(
                    "peterson",
                    Scenario.of(3, "there are never two leaders of one term").withRequests(2)));

    /** Those that show otherwise than by disagreement. */
    private static final Map<String, Scenario> NOT_AFRESH =
            Map.of("chang-roberts", Scenario.of(1, "no deadlock").withRequests(2));

    private static final Scenario DISAGREEING =
            Scenario.of(2, "once nothing is under way, all follow the same leader in the same term");
    private static final Scenario UNMOVED = Scenario.of(2, "no deadlock").withFault(Fault.CRASH, 1);

    private static final String NOBODY_JOINS = "once there is a leader, nobody joins";

    /** On complete graphs. */
    private static final Map<String, Map<Reading, Scenario>> AMONG_ALL = Map.of(
            "bully",
            Map.of(
                    Reading.OLD_COUNTS,
                    Scenario.of(2, "nobody leads unless all follow").withRequests(2),
                    Reading.NOT_AFRESH,
                    Scenario.of(2, Leadership.TERMS_GROW),
                    Reading.UNMOVED,
                    Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1),
                    Reading.UNFOLLOWED,
                    Scenario.of(3, Leadership.ONE_OF_A_TERM).withFault(Fault.CRASH, 1),
                    Reading.TOLD_AT_ONCE,
                    Scenario.of(4, Leadership.ONE_OF_A_TERM).withInitiators(3).withFault(Fault.CRASH, 1)),
            "korach-moran-zaks",
            Map.of(
                    Reading.OLD_COUNTS,
                    Scenario.of(2, NOBODY_JOINS).withRequests(2),
                    Reading.NOT_AFRESH,
                    Scenario.of(2, Leadership.TERMS_GROW),
                    Reading.UNMOVED,
                    Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1),
                    Reading.FOREIGN_COUNTS,
                    Scenario.of(3, NOBODY_JOINS).withFault(Fault.CRASH, 1)));

    private TermExhibits() {}

    /** Whether it is known of these elections where faults show, and of that fault with that election that it shows nowhere as far as has been looked. */
    static boolean shownNowhere(String election, Reading reading) {
        return AMONG_ALL.containsKey(election) && !AMONG_ALL.get(election).containsKey(reading);
    }

    /** Where it shows with that election, if that is known. */
    static Optional<Scenario> of(String election, Reading reading) {
        if (AMONG_ALL.containsKey(election)) {
            return Optional.ofNullable(AMONG_ALL.get(election).get(reading));
        }
        if (!OLD_COUNTS.containsKey(election)) {
            return Optional.empty();
        }
        return switch (reading) {
            case OLD_COUNTS -> Optional.of(OLD_COUNTS.get(election));
            case NOT_AFRESH -> Optional.of(NOT_AFRESH.getOrDefault(election, DISAGREEING));
            case UNMOVED -> Optional.of(UNMOVED);
            default -> Optional.empty();
        };
    }
}
