package symposium.mutex.helaryplouzeauraynal;

import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import symposium.kernel.ProcessId;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalState.Known;

/** How the places of section 4.3 are read where code, proof and words disagree, or a slip is near. As it stands, the right reading. */
class Reading {

    static final Reading RIGHT = new Reading();

    /** "Every subcomponent of lud is initialised with the value -1." */
    long initialLud() {
        return -1;
    }

    /** X in {@code transmit_token}: the request has not been satisfied. */
    boolean pending(long lud, long time) {
        return lud < time;
    }

    /** What {@code min(X)} is the least by: "the oldest", so the time, then the name of the origin. */
    Comparator<Map.Entry<ProcessId, Known>> age() {
        Comparator<Map.Entry<ProcessId, Known>> byTime =
                Comparator.comparingLong(entry -> entry.getValue().time());
        return byTime.thenComparing(Map.Entry::getKey);
    }

    /** {@code receive_request}: the request is younger than what is known of its origin. */
    boolean news(long known, long time) {
        return known < time;
    }

    /** {@code receive_request}: whether an owner gives the token away on a request. */
    boolean free(HelaryPlouzeauRaynalState owner) {
        return !owner.inCS();
    }

    /** {@code transmit_token}: what is left of the requests when the one of {@code elec} has been chosen. */
    SortedMap<ProcessId, Known> afterChoice(SortedMap<ProcessId, Known> requests, ProcessId elec) {
        return requests;
    }

    /** {@code receive_token}: what is left of the requests when the token has been handed over to {@code elec}. */
    SortedMap<ProcessId, Known> afterHandling(SortedMap<ProcessId, Known> requests, ProcessId elec) {
        return requests;
    }
}
