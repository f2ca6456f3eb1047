package symposium.checker;

/**
 * A map from non-negative longs to objects, for memories too sparse for arrays.
 *
 * @param <T> what is remembered
 */
final class LongMap<T> {

    /** One more than the key; 0 where there is none. */
    private long[] keys = new long[1 << 10];

    private Object[] values = new Object[1 << 10];
    private int size;

    /** What is remembered under a key, or null. */
    @SuppressWarnings("unchecked")
    T get(long key) {
        int slot = slot(key, keys.length);
        while (keys[slot] != 0) {
            if (keys[slot] == key + 1) {
                return (T) values[slot];
            }
            slot = slot + 1 & keys.length - 1;
        }
        return null;
    }

    /** Remembers a value under a key that is not there yet. */
    void put(long key, T value) {
        if (2 * ++size > keys.length) {
            grow();
        }
        insert(keys, values, key + 1, value);
    }

    private void grow() {
        long[] moreKeys = new long[keys.length * 2];
        Object[] moreValues = new Object[keys.length * 2];
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] != 0) {
                insert(moreKeys, moreValues, keys[slot], values[slot]);
            }
        }
        keys = moreKeys;
        values = moreValues;
    }

    private static void insert(long[] keys, Object[] values, long key, Object value) {
        int slot = slot(key - 1, keys.length);
        while (keys[slot] != 0) {
            slot = slot + 1 & keys.length - 1;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    private static int slot(long key, int length) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32 ^ mixed) & length - 1;
    }
}
