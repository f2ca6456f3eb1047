package symposium.distributed;

import java.util.List;
import symposium.checker.model.Model;

/** Understands what is to be explored, the same way in each virtual machine. */
@FunctionalInterface
public interface Models {

    /**
     * What is explored.
     *
     * @param model the model
     * @param subject all that matters of it, in words
     */
    record Subject(Model<?, ?, ?, ?, ?> model, String subject) {}

    /**
     * @param options those of {@code symposium check}
     * @throws RuntimeException if they are not understood
     */
    Subject of(List<String> options);
}
