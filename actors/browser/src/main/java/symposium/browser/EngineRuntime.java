package symposium.browser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.teavm.backend.wasm.WasmGCTarget;

/** A step of the build: copies the script with which a page loads what TeaVM has compiled. */
public final class EngineRuntime {

    private static final String SCRIPT = "wasm-gc-runtime.min.js";

    private EngineRuntime() {}

    /** @param arguments the file to write */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        Files.createDirectories(file.getParent());
        try (InputStream script = WasmGCTarget.class.getResourceAsStream(SCRIPT)) {
            if (script == null) {
                throw new IOException("this version of TeaVM has no " + SCRIPT + " beside " + WasmGCTarget.class);
            }
            Files.copy(script, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
