package symposium.checker;

/**
 * An open-addressing map from non-negative longs to objects, for sparse keys.
 *
 * @param <T> the values
 */
final class LongMap<T> {

    /** Key plus one; 0 for an empty slot. */
    private long[] keys = new long[1 << 10];

    private Object[] values = new Object[1 << 10];
    private int size;

    /** The value of a key, or null. */
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

    /** Adds a value for a key that is absent. */
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
