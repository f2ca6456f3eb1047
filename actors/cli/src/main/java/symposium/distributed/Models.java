package symposium.distributed;

import java.util.List;
import symposium.checker.model.Model;
import symposium.checker.search.ModelIdentity;

/** Understands what is to be explored, the same way in each virtual machine. */
@FunctionalInterface
public interface Models {

    /**
     * What is explored.
     *
     * @param model the model
     * @param identity all that matters of it
     */
    record Subject(Model<?, ?, ?, ?, ?> model, ModelIdentity identity) {}

    /**
     * @param options those of {@code symposium check}
     * @throws RuntimeException if they are not understood
     */
    Subject of(List<String> options);
}
