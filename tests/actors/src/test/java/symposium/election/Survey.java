package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.election.AllRuns.Extremes;
import symposium.election.Election.Voter;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/**
 * All runs of an election on all networks of one size, every law holding.
 *
 * @param states how many states were found in all
 * @param silent the rules that never fired
 * @param untested the properties that were never put to the test
 * @param messages how many messages that are not announcements a run sends, over all runs in which anybody initiates
 * @param together the same, over those in which all initiate before anything is received
 * @param announcements how many announcements a run sends
 * @param dependence on what, beside the order of the names, the number of messages depends
 */
public record Survey(
        long states,
        Set<String> silent,
        Set<String> untested,
        Extremes messages,
        Extremes together,
        Extremes announcements,
        Dependence dependence) {

    /** On what the number of messages depends. */
    public enum Dependence {
        /** On the network alone: neither on who initiates, nor when, nor on the schedule. */
        NONE,
        /** Also on who has initiated before anything else happened; once that is given, not on the schedule. */
        INITIATORS,
        /** Also on the schedule. */
        SCHEDULE
    }

    /** On these topologies, over these links, with these faults. */
    public static <S, M> Survey of(
            Algorithm<S, M, Voter, Election.Call, Election.Leader> algorithm,
            int processes,
            List<? extends Topology> networks,
            Channels channels,
            FaultBudget faults) {
        long states = 0;
        Set<String> silent = new TreeSet<>();
        Set<String> fired = new TreeSet<>();
        Set<String> untested = null;
        Extremes messages = null;
        Extremes together = null;
        Extremes announcements = null;
        Dependence dependence = Dependence.NONE;
        for (Topology network : networks) {
            AllRuns<S, M> course = AllRuns.of(
                            algorithm,
                            Model.of(algorithm, Start.of(processes, 0))
                                    .withTopology(network)
                                    .withChannels(channels)
                                    .withFaults(faults)
                                    .withRequests(1))
                    .isSound();
            states += course.report().states();
            course.report().rules().forEach((rule, times) -> (times > 0 ? fired : silent).add(rule));
            Set<String> here = course.report().properties().stream()
                    .filter(property -> !property.tested() && !property.name().equals(Scenario.NO_STARVATION))
                    .map(Property::name)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (untested == null) {
                untested = here;
            } else {
                untested.retainAll(here);
            }
            messages = widened(messages, course.messages());
            together = widened(together, course.messages(Arrangements.everyone(processes)));
            announcements = widened(announcements, course.announcements());
            if (course.messages().least() != course.messages().most()
                    || course.announcements().least() != course.announcements().most()) {
                Dependence on = Dependence.INITIATORS;
                for (Set<ProcessId> initiators : Arrangements.initiators(processes)) {
                    Extremes each = course.messages(initiators);
                    on = each.least() == each.most() ? on : Dependence.SCHEDULE;
                }
                dependence = on.compareTo(dependence) > 0 ? on : dependence;
            }
        }
        silent.removeAll(fired);
        return new Survey(states, silent, untested, messages, together, announcements, dependence);
    }

    private static Extremes widened(Extremes one, Extremes other) {
        return one == null
                ? other
                : new Extremes(Math.min(one.least(), other.least()), Math.max(one.most(), other.most()));
    }

    /**
     * What is expected, in a line: states, silent rules, messages, those when all initiate together, announcements,
     * dependence.
     */
    public void assertIs(String expected) {
        assertEquals(expected, toString());
    }

    @Override
    public String toString() {
        return states + " states, messages " + messages + ", together " + together + ", announcements " + announcements
                + ", depends on " + dependence + ", silent " + silent
                + (untested.isEmpty() ? "" : ", untested " + untested);
    }
}
