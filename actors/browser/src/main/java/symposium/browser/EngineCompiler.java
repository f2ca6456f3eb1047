package symposium.browser;

import java.io.File;
import java.util.List;
import java.util.Properties;
import org.teavm.diagnostics.Problem;
import org.teavm.tooling.ConsoleTeaVMToolLog;
import org.teavm.tooling.TeaVMProblemRenderer;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMToolLog;
import org.teavm.tooling.builder.BuildException;
import org.teavm.tooling.builder.BuildResult;
import org.teavm.tooling.builder.InProcessBuildStrategy;
import org.teavm.vm.TeaVMOptimizationLevel;

/**
 * A step of the build: compiles {@link Engine} to WebAssembly, as TeaVM's Maven plugin does.
 *
 * <p>It runs in a virtual machine of its own. TeaVM orders some of what it writes by identity hash codes. HotSpot draws
 * them for each thread from a sequence of numbers that is always the same, so one thread that does the same work in the
 * same order gets the same hash codes, and writes the same bytes. In Maven's virtual machine other plugins and threads
 * have drawn before.
 */
public final class EngineCompiler {

    private EngineCompiler() {}

    /** @param arguments the directory and the name of the file to write */
    public static void main(String[] arguments) throws BuildException {
        TeaVMToolLog log = new ConsoleTeaVMToolLog(false);
        InProcessBuildStrategy build = new InProcessBuildStrategy();
        build.init();
        build.setLog(log);
        build.setClassPathEntries(List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
        build.setMainClass(Engine.class.getName());
        build.setEntryPointName("main");
        build.setTargetType(TeaVMTargetType.WEBASSEMBLY_GC);
        build.setTargetDirectory(arguments[0]);
        build.setTargetFileName(arguments[1]);
        build.setTransformers(new String[] {LibraryRepair.class.getName()});
        build.setOptimizationLevel(TeaVMOptimizationLevel.ADVANCED);
        build.setObfuscated(true);
        build.setClassesToPreserve(new String[0]);
        build.setProperties(new Properties());
        BuildResult result = build.build();
        TeaVMProblemRenderer.describeProblems(result.getCallGraph(), result.getProblems(), log);
        List<Problem> severe = result.getProblems().getSevereProblems();
        if (!severe.isEmpty()) {
            log.error(severe.size() + " errors: there is no engine");
            System.exit(1);
        }
    }
}
