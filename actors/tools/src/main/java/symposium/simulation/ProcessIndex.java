package symposium.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import symposium.kernel.ProcessId;

/** At which place of the network a process stands. */
final class ProcessIndex {

    private static final int GAPS = 4;
    private static final int ANYWAY = 1024;

    private final int[] byNumber;
    private final Map<ProcessId, Integer> byName;

    ProcessIndex(List<ProcessId> processes) {
        long most = 0;
        boolean plain = true;
        for (ProcessId process : processes) {
            most = Math.max(most, process.number());
            plain &= process.incarnation() == 0;
        }
        if (plain && most < (long) GAPS * processes.size() + ANYWAY) {
            byNumber = new int[(int) most + 1];
            byName = null;
            Arrays.fill(byNumber, -1);
            for (int place = 0; place < processes.size(); place++) {
                byNumber[processes.get(place).number()] = place;
            }
        } else {
            byNumber = null;
            byName = new HashMap<>();
            processes.forEach(process -> byName.put(process, byName.size()));
        }
    }

    /** The place of a process, or -1. */
    int of(ProcessId process) {
        if (byNumber == null) {
            return byName.getOrDefault(process, -1);
        }
        return process.incarnation() == 0 && process.number() < byNumber.length ? byNumber[process.number()] : -1;
    }
}
