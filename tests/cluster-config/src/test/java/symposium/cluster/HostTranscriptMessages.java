package symposium.cluster;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.clock.Timestamp;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.membership.Reconfiguration;
import symposium.membership.Reconfiguration.Ballot;
import symposium.membership.VoterAgreement.Voters;
import symposium.mutex.Fence;
import symposium.mutex.ricartagrawala.RicartAgrawala;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus;
import symposium.regeneration.census.Census;
import symposium.regeneration.census.CensusReport;

/**
 * The messages in {@link HostTranscriptsTest} that other processes send: those of a few algorithms, in the words in
 * which they are printed. Only a request of Ricart and Agrawala's algorithm is {@code request 0}, its clock.
 */
final class HostTranscriptMessages {

    private HostTranscriptMessages() {}

    /**
     * The message that another process sends.
     *
     * @param ids reads names of processes
     */
    static Object read(String algorithm, ProcessId from, String text, Function<String, List<ProcessId>> ids) {
        String[] words = text.split(" ");
        return switch (algorithm) {
            case "suzuki-kasami-census" -> ofCensus(text, words);
            case "ricart-agrawala" ->
                words[0].equals("request")
                        ? new RicartAgrawala.Request(new Timestamp(Long.parseLong(words[1]), from))
                        : new RicartAgrawala.Acknowledgement(OptionalLong.empty());
            case "privileges" -> view(text, ids);
            case "privileges-with-voters" -> new PrivilegesWithVoters.Voting(ofVoters(text, words, ids));
            default -> throw unknown(text);
        };
    }

    private static SuzukiKasamiCensus.Message ofCensus(String text, String[] words) {
        return switch (words[0]) {
            case "request" ->
                new SuzukiKasamiCensus.OfAlgorithm(Fence.NONE, new SuzukiKasami.Request(Integer.parseInt(words[1])));
            case "reply" ->
                new SuzukiKasamiCensus.OfCensus(new Census.Reply(
                        Long.parseLong(words[1]),
                        new CensusReport(Integer.parseInt(words[4]), text.endsWith(" token"))));
            default -> throw unknown(text);
        };
    }

    private static PrivilegeMessage view(String text, Function<String, List<ProcessId>> ids) {
        Matcher view = Pattern.compile("view (\\d+)\\.(\\d+) of \\[(.+)]").matcher(text);
        if (!view.matches()) {
            throw unknown(text);
        }
        return new PrivilegeMessage.View(
                new PrivilegeMessage.ViewId(Long.parseLong(view.group(1)), Long.parseLong(view.group(2))),
                new TreeSet<>(ids.apply(view.group(3))),
                Sorted.set(),
                Fence.NONE,
                List.of(),
                List.of());
    }

    private static Reconfiguration.Message ofVoters(
            String text, String[] words, Function<String, List<ProcessId>> ids) {
        if (words[0].equals("hello")) {
            return new Reconfiguration.Hello(voters(text, ids), List.of());
        }
        if (words[0].equals("decided")) {
            return new Reconfiguration.Decided(voters(text, ids));
        }
        long version = Long.parseLong(words[1]);
        return switch (words[0]) {
            case "prepare" -> new Reconfiguration.Prepare(version, ballot(words[2], ids));
            case "promise" -> new Reconfiguration.Promise(version, ballot(words[2], ids), Optional.empty());
            case "accept" ->
                new Reconfiguration.Accept(
                        version,
                        new Reconfiguration.Proposal(
                                ballot(words[3], ids), voters(text, ids).members()));
            case "accepted" -> new Reconfiguration.Accepted(version, ballot(words[2], ids));
            case "noted" -> new Reconfiguration.Noted(version, ballot(words[2], ids));
            default -> throw unknown(text);
        };
    }

    private static Ballot ballot(String text, Function<String, List<ProcessId>> ids) {
        String[] parts = text.split("\\.");
        return new Ballot(Integer.parseInt(parts[0]), ids.apply(parts[1]).get(0));
    }

    /** What the text ends with: a version and the voters, of which an unknown version has none. */
    private static Voters voters(String text, Function<String, List<ProcessId>> ids) {
        Matcher found = Pattern.compile(".* ([\\d.]+) \\[(.+)]").matcher(text);
        if (!found.matches()) {
            return Voters.UNKNOWN;
        }
        String version = found.group(1);
        return new Voters(version.contains(".") ? 0 : Long.parseLong(version), Sorted.set(ids.apply(found.group(2))));
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException("no message: " + text);
    }
}
