package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.CodeBlock;
import symposium.Seed;
import symposium.arbitration.resources.FenceMarks;
import symposium.arbitration.resources.Mode;
import symposium.mutex.Fence;

/** The statements of the page on fences, on a database: they accept what the rule accepts that the checker explores. */
@Tag("fast")
class FencedSqlTest {

    private static final String PAGE = "cluster-config/docs/fence-your-store.md";
    private static final Pattern PARAMETER = Pattern.compile(":([a-z]+)");
    private static final int ACCESSES = 2_000;

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();

    @AutoClose
    private Connection database;

    private List<String> statements;

    @BeforeEach
    void create() throws SQLException, IOException {
        database = DriverManager.getConnection(url);
        statements = new ArrayList<>();
        for (CodeBlock block : CodeBlock.of(PAGE, "sql")) {
            for (String statement : String.join("\n", block.lines()).split(";")) {
                if (!statement.isBlank()) {
                    statements.add(statement.strip());
                }
            }
        }
        for (String statement : statements) {
            if (statement.startsWith("CREATE")) {
                execute(statement);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The only statement of the page that begins so. */
    private String statement(String begin) {
        List<String> found =
                statements.stream().filter(each -> each.startsWith(begin)).toList();
        assertEquals(1, found.size(), begin);
        return found.get(0);
    }

    /** Whether a statement changes a row, or finds one. */
    private static boolean run(Connection connection, String sql, Map<String, ?> values) throws SQLException {
        List<String> names = new ArrayList<>();
        Matcher parameter = PARAMETER.matcher(sql);
        while (parameter.find()) {
            names.add(parameter.group(1));
        }
        try (PreparedStatement statement =
                connection.prepareStatement(parameter.reset().replaceAll("?"))) {
            for (int place = 0; place < names.size(); place++) {
                statement.setObject(place + 1, values.get(names.get(place)));
            }
            if (statement.execute()) {
                try (ResultSet rows = statement.getResultSet()) {
                    return rows.next();
                }
            }
            return statement.getUpdateCount() == 1;
        }
    }

    private boolean run(String begin, Map<String, ?> values) throws SQLException {
        return run(database, statement(begin), values);
    }

    private interface Access {
        boolean accepts(Mode mode, long fence) throws SQLException;
    }

    /** Random accesses; the statements must accept exactly those that the rule accepts. */
    private static void compare(List<Mode> modes, Access access) throws SQLException {
        long seed = Seed.next();
        Random random = new Random(seed);
        FenceMarks marks = FenceMarks.NONE;
        int accepted = 0;
        for (int each = 0; each < ACCESSES; each++) {
            Mode mode = modes.get(random.nextInt(modes.size()));
            long fence = Math.max(1, each / 4 + random.nextInt(12) - 6);
            boolean right = marks.admits(mode, fence(fence));
            assertEquals(right, access.accepts(mode, fence), mode + " under " + fence + ", seed " + seed);
            marks = right ? marks.with(mode, fence(fence)) : marks;
            accepted += right ? 1 : 0;
        }
        assertTrue(accepted > ACCESSES / 20 && accepted < ACCESSES * 19 / 20, "accepted: " + accepted);
    }

    private static Fence fence(long number) {
        return new Fence(0, number);
    }

    @Test
    void exclusiveLocks() throws SQLException {
        execute("INSERT INTO account (id, balance) VALUES (1, 0)");
        compare(
                List.of(Mode.EXCLUSIVE),
                (mode, fence) -> run("UPDATE account", Map.of("id", 1, "balance", fence, "fence", fence)));
    }

    @Test
    void sharedLocks() throws SQLException {
        execute("INSERT INTO document (id, body) VALUES (1, '')");
        compare(
                List.of(Mode.SHARED, Mode.SHARED, Mode.EXCLUSIVE),
                (mode, fence) -> run(
                        mode.equals(Mode.SHARED) ? "UPDATE document SET reader_fence" : "UPDATE document SET body",
                        Map.of("id", 1, "body", "new", "fence", fence)));
    }

    @Test
    void onePermitOrAll() throws SQLException {
        execute("INSERT INTO document (id, body) VALUES (1, '')");
        Mode one = Mode.permits(1, 4);
        compare(
                List.of(one, one, one, Mode.permits(4, 4)),
                (mode, fence) -> run(
                        mode.equals(one) ? "UPDATE document SET reader_fence" : "UPDATE document SET body",
                        Map.of("id", 1, "body", "new", "fence", fence)));
    }

    @Test
    void anyNumberOfPermits() throws SQLException {
        int all = 5;
        execute("INSERT INTO printer VALUES ('p')");
        List<Mode> modes = new ArrayList<>();
        for (int permits = 1; permits <= all; permits++) {
            execute("INSERT INTO printer_fence (name, permits) VALUES ('p', " + permits + ")");
            modes.add(Mode.permits(permits, all));
        }
        compare(modes, (mode, fence) -> {
            Map<String, Object> values = new HashMap<>(Map.of("name", "p", "fence", fence));
            values.put("permits", mode.units());
            values.put("all", all);
            assertTrue(run("SELECT name", values));
            return run("UPDATE printer_fence", values);
        });
    }

    /** Of writers that come at the same time, none is accepted after one with a greater fence. */
    @Test
    void writersAtTheSameTimeAreAcceptedInTheOrderOfTheirFences() throws Exception {
        execute("INSERT INTO account (id, balance) VALUES (1, 0)");
        execute("CREATE TABLE accepted (place BIGINT AUTO_INCREMENT PRIMARY KEY, fence BIGINT)");
        int writers = 200;
        List<Long> fences =
                new ArrayList<>(LongStream.rangeClosed(1, writers).boxed().toList());
        Collections.shuffle(fences);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            String update = statement("UPDATE account");
            for (long fence : fences) {
                tasks.add(() -> {
                    try (Connection own = DriverManager.getConnection(url)) {
                        own.setAutoCommit(false);
                        if (run(own, update, Map.of("id", 1, "balance", fence, "fence", fence))) {
                            run(own, "INSERT INTO accepted (fence) VALUES (:fence)", Map.of("fence", fence));
                        }
                        own.commit();
                    }
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
        List<Long> accepted = new ArrayList<>();
        try (Statement all = database.createStatement();
                ResultSet rows = all.executeQuery("SELECT fence FROM accepted ORDER BY place")) {
            while (rows.next()) {
                accepted.add(rows.getLong(1));
            }
        }
        assertEquals(accepted.stream().sorted().toList(), accepted);
        assertEquals(writers, accepted.get(accepted.size() - 1));
    }
}
