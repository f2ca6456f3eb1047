package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Seed;

/** Each version is as it would be without the others, from whichever version the next is made. */
@Tag("fast")
class BacklogTest {

    @Test
    void eachVersionStaysAsItIs() {
        long seed = Seed.next();
        Random random = new Random(seed);
        List<Backlog<Integer>> versions = new ArrayList<>(List.of(Backlog.of(List.of())));
        List<List<Integer>> models = new ArrayList<>(List.of(List.of()));
        for (int change = 0; change < 5_000; change++) {
            // Mostly the last one, as at the end of a link; otherwise any, as in a checker.
            int from = random.nextInt(4) > 0 ? versions.size() - 1 : random.nextInt(versions.size());
            List<Integer> model = new ArrayList<>(models.get(from));
            if (random.nextInt(3) > 0) {
                versions.add(versions.get(from).with(change));
                model.add(change);
            } else {
                int first = random.nextInt(model.size() + 1);
                versions.add(versions.get(from).without(first));
                model = model.subList(first, model.size());
            }
            models.add(List.copyOf(model));
        }
        assertEquals(models, versions, "seed " + seed);
        assertEquals(models.hashCode(), versions.hashCode(), "seed " + seed);
    }

    @Test
    void whatIsNotThereIsRefused() {
        Backlog<Integer> one = Backlog.of(List.of(1));
        assertThrows(IndexOutOfBoundsException.class, () -> one.without(2));
        assertThrows(
                IndexOutOfBoundsException.class, () -> one.with(2).without(1).get(1));
        assertThrows(UnsupportedOperationException.class, () -> one.add(2));
    }
}
