package symposium.bench;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** FencedLock on three CP members. */
final class HazelcastContender implements Contender {

    /** More make it slower. */
    private static final int THREADS = 64;

    private final HazelcastInstance instance;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
        Thread thread = new Thread(work, "lock");
        thread.setDaemon(true);
        return thread;
    });

    HazelcastContender(int index, List<Integer> ports, int own) throws InterruptedException {
        Config config = new Config("symposium-bench");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.getNetworkConfig().setPort(own).setPortAutoIncrement(false);
        config.getNetworkConfig().setPublicAddress("127.0.0.1:" + ports.get(index));
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getTcpIpConfig().setEnabled(true);
        ports.forEach(
                port -> config.getNetworkConfig().getJoin().getTcpIpConfig().addMember("127.0.0.1:" + port));
        config.getCPSubsystemConfig().setCPMemberCount(ports.size());
        instance = Hazelcast.newHazelcastInstance(config);
        instance.getCPSubsystem().getCPSubsystemManagementService().awaitUntilDiscoveryCompleted(2, TimeUnit.MINUTES);
    }

    @Override
    public long acquire(String name) {
        return instance.getCPSubsystem().getLock(name).lockAndGetFence();
    }

    @Override
    public void release(String name) {
        instance.getCPSubsystem().getLock(name).unlock();
    }

    /** Its lock belongs to the thread: it takes one to wait. */
    @Override
    public CompletableFuture<Long> pass(String name) {
        return CompletableFuture.supplyAsync(
                () -> {
                    long fence = acquire(name);
                    release(name);
                    return fence;
                },
                threads);
    }

    @Override
    public void close() {
        instance.getLifecycleService().terminate();
    }
}
