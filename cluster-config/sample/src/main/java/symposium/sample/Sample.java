package symposium.sample;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Starts the sample: without arguments three JVMs, on the ports 2551 to 2553 of this machine; with a list of ports
 * and the index of one of them the JVM at that port. The counter lies in the file {@code sample.counter}.
 */
public final class Sample {

    private static final String PORTS = "2551,2552,2553";

    private Sample() {}

    /** @param args {@code [PORT,PORT,... [INDEX]]} */
    public static void main(String[] args) throws Exception {
        List<String> ports = List.of((args.length > 0 ? args[0] : PORTS).split(","));
        if (args.length > 1) {
            node(ports, ports.get(Integer.parseInt(args[1])));
        } else {
            all(ports);
        }
    }

    private static void node(List<String> ports, String port) {
        System.setProperty("logback.configurationFile", "sample-logback.xml");
        List<String> seeds =
                ports.stream().map(each -> "akka://sample@127.0.0.1:" + each).toList();
        ActorSystem<?> system = ActorSystem.create(
                Counter.create(port, new Store(Path.of("sample.counter"))),
                "sample",
                ConfigFactory.parseMap(
                                Map.of("akka.remote.artery.canonical.port", port, "akka.cluster.seed-nodes", seeds))
                        .withFallback(ConfigFactory.load("sample")));
        Reporter.start(port, system);
    }

    private static void all(List<String> ports) throws IOException, InterruptedException {
        List<Process> nodes = new ArrayList<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> nodes.forEach(Process::destroy)));
        for (int index = 0; index < ports.size(); index++) {
            List<String> command = new ArrayList<>(Arrays.asList(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Sample.class.getName(),
                    String.join(",", ports),
                    Integer.toString(index)));
            nodes.add(new ProcessBuilder(command).inheritIO().start());
        }
        for (Process node : nodes) {
            node.waitFor();
        }
    }
}
