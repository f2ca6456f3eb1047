package symposium.arbitration.binary;

import java.util.EnumSet;
import java.util.Set;

/** Rules that do not fire without departures, or with few philosophers. */
final class BinarySilence {

    private BinarySilence() {}

    static Set<BinaryRule> of(int philosophers) {
        Set<BinaryRule> silent = EnumSet.of(
                BinaryRule.DEPARTED,
                BinaryRule.DEPARTED_EATS,
                BinaryRule.CUT_OFF,
                BinaryRule.LOST,
                BinaryRule.RISE_CUT_OFF,
                BinaryRule.LATE,
                BinaryRule.FINISH_LOST);
        if (philosophers == 1) {
            return EnumSet.complementOf(EnumSet.of(BinaryRule.RISE_ALONE, BinaryRule.FINISH));
        }
        silent.add(BinaryRule.RISE_ALONE);
        if (philosophers == 2) {
            silent.add(BinaryRule.GRAB);
            silent.add(BinaryRule.OWN);
        }
        return silent;
    }
}
