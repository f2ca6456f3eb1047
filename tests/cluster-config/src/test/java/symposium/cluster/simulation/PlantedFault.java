package symposium.cluster.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.Pages;

/** A fault in the source of the service: a passage, and what stands there instead. */
enum PlantedFault {

    // --- client sessions

    A_SESSION_ANSWERS_BEFORE_IT_IS_TAKEN_OVER("cluster/lock/KeptSession", """
                        && itself.own().isPresent()
                        && requests.values().stream().noneMatch(request -> request.stage() == Stage.COMES);
            """, ";"),
    THE_FENCE_CHANGES_AT_A_TAKEOVER("cluster/lock/KeptSession", "Optional.of(what.fence())", "Optional.empty()"),
    REQUESTS_DO_NOT_RENEW_A_SESSION("cluster/lock/KeptSession", """
                    if (!(request instanceof Show)) {
                        effects.add(new Renew<>());
                    }
            """, ""),
    A_SESSION_THAT_MOVES_IS_UNKNOWN(
            "cluster/lock/ClientSessionsActor",
            "answer(request, SessionSearch.ELSEWHERE);\n        } else if (closed",
            "answer(request, new ClientSessions.NoSession(id));\n        } else if (closed"),
    A_SESSION_ANSWERS_WITHOUT_A_MAJORITY(
            "cluster/lock/ClientSessionsActor", """
                        unconfirmed.add(request);
                        member.accept(confirmed);
            """, "sessions.get(id).tell(new SessionMessages.Asked(request));"),
    THE_END_OF_A_SESSION_IS_NOT_TOLD("cluster/lock/KeptSession", "tell(Kind.ENDED, ITSELF, why);", ""),
    THE_LOCK_OF_A_SESSION_IS_KEPT(
            "cluster/lock/ClientSessionsActor",
            "service.tell(new LockService.Release(reply.id(), granted.fence(), lookedUp));",
            ""),
    A_SESSION_IS_GRANTED_BEFORE_ITS_BACKUP_KNOWS(
            "cluster/lock/RequestLifecycle",
            "if (!(pending instanceof KeptRequest)) {\n                timers.cancel(ticket);",
            "{\n                timers.cancel(ticket);"),
    A_RELEASE_IS_ANSWERED_BEFORE_THE_BACKUP_KNOWS(
            "cluster/lock/RequestLifecycle",
            "kept.ends(ticket.get(), release.replyTo(), released);",
            "release.replyTo().tell(released);"),
    A_TAKEOVER_LOSES_WHAT_THE_PROCESS_SAID(
            "cluster/lock/KeptRequests",
            "Optional.ofNullable(takenOver.remove(ticket)).orElse(List.of())",
            "takenOver.remove(ticket) == null ? List.of() : List.of()"),

    A_DELAYED_COPY_IS_GRANTED(
            "cluster/lock/KeptSession",
            "known == null && over.contains(id) && !isUsual(id, asked.claims())",
            "known == null && over.size() > most"),
    A_LOSS_BEGINS_NO_GENERATION(
            "arbitration/privileges/Views", """
                ViewId afterLoss(ViewId view) {
                    return view.nextGeneration();
            """, "ViewId afterLoss(ViewId view) {\n        return view.next();"),

    // --- nodes that have removed each other

    A_NODE_WITHOUT_A_MAJORITY_ENDS_THE_OTHERS("cluster/membership/RemovalNotice", "&& !hasLostMajority()", ""),
    A_NODE_THAT_ALL_HAVE_REMOVED_STAYS(
            "cluster/membership/IslandWatch", "silent.isSilent(probed.address(), probed.listens())", "false"),

    // --- requests and their owners

    A_CANCELLED_REQUEST_STAYS_IN_THE_QUEUE(
            "cluster/lock/RequestLifecycle",
            "process.accept(waits ? new Request.Withdraw(ticket) : new Request.Release(ticket));",
            "if (!waits) { process.accept(new Request.Release(ticket)); }"),
    A_STOPPED_OWNER_KEEPS_ITS_LEASE("cluster/lock/LockServiceActor", "lifecycle.ownerStopped(stopped.actor());", ""),
    AN_OWNER_KEEPS_ITS_REQUEST(
            "service/lock/LeaseOwner",
            "Request request = waiting.remove(granted.id());",
            "Request request = waiting.get(granted.id());"),
    A_CANCELLED_FUTURE_KEEPS_ITS_REQUEST(
            "service/lock/LeaseOwner",
            "service.tell(new LockService.Cancel(cancel.id(), getContext().getSelf(), self));",
            ""),
    A_LEASE_IS_NOT_TOLD_OF_ITS_LOSS(
            "service/lock/LeaseOwner", ".ifPresent(lease -> lease.lose(lost));", ".ifPresent(lease -> {});"),
    A_CANCELLED_FUTURE_IS_KEPT(
            "service/lock/Unanswered", "result.whenComplete((any, failure) -> results.remove(result));", ""),
    LEASES_ARE_FREE_AS_THE_NODE_ENDS(
            "cluster/lock/RequestLifecycle",
            "LockRequest holder = forget(ticket, Outcome.LOST);",
            "LockRequest holder = giveBack(ticket, Outcome.LOST);"),
    A_SEARCH_FOR_HOLDERS_IS_NOT_ANSWERED("cluster/lock/HolderSearch", ".exceptionally(unanswered -> List.of())", ""),

    // --- members without the role

    THE_LOSS_OF_A_HOST_IS_NOT_TOLD(
            "cluster/lock/ForwardedRequest",
            "Stream.of(new Notify<>(new Lost(asked.id(), held, why))),",
            "Stream.<Effect<H>>of(),"),
    A_REQUEST_STAYS_WHERE_ITS_HOST_WAS(
            "cluster/lock/ForwardedRequest",
            "? at(Optional.empty(), sent, Patience.FULL).forwarded(hosts)\n                : lost(",
            "? step()\n                : lost("),
    A_NEW_HOST_GETS_NO_REQUESTS("cluster/lock/LockProxy", """
                        hosts(hosts.linked(service, true));
                        each(request -> request.offered(hosts));
            """, "hosts(hosts.linked(service, true));"),
    A_HOST_IS_NOT_TOLD_WHAT_A_MEMBER_GIVES_UP(
            "cluster/lock/ForwardedRequest",
            "host.<Effect<H>>map(has -> new Send<>(has, sent, Order.GIVE_UP)).stream()",
            "Stream.empty()"),
    THE_REQUESTS_OF_A_LOST_MEMBER_STAY(
            "cluster/guest/GuestActor", "requests.forEach((id, asked) -> cancel(id, asked.owner()));", ""),
    WHAT_A_MEMBER_GIVES_UP_STAYS("cluster/guest/GuestActor", "cancel(over.id(), over.owner());", ""),

    // --- leaders

    THE_END_OF_A_LEADER_IS_NOT_REPORTED(
            "cluster/leader/LeaderRegistry", "carryOut(election, reporting(election).leads(Optional.empty()));", ""),
    THE_REPORT_OF_A_REMOVED_NODE_COUNTS("cluster/leader/LeaderWatching", "kept.keySet().retainAll(all);", ""),
    WATCHES_ARE_NOT_RENEWED("cluster/leader/LeaderWatchActor", "each(LeaderWatching::refresh)", "this"),
    WATCHES_DO_NOT_EXPIRE("cluster/lock/LockServiceActor", "leaders.expire();", ""),
    AN_ACTOR_FAILS_AS_IT_ENDS("cluster/lock/ClientSession", "return newReceiveBuilder()", """
            return newReceiveBuilder()
                .onSignal(akka.actor.typed.PostStop.class, stopped -> {
                    throw new IllegalStateException("it ends");
                })
            """);

    private static final List<Path> SOURCES = Stream.of("cluster-config/service", "actors")
            .map(module -> Pages.root().resolve(module).resolve("src/main/java/symposium"))
            .toList();

    private final String file;
    private final String passage;
    private final String fault;

    PlantedFault(String file, String passage, String fault) {
        this.file = file;
        this.passage = passage.strip();
        this.fault = fault;
    }

    /** Writes the source with the fault into a directory. */
    Path written(Path directory) throws IOException {
        String source = Files.readString(SOURCES.stream()
                .map(each -> each.resolve(file + ".java"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow());
        Path written = directory.resolve(Path.of(file + ".java").getFileName());
        return Files.writeString(written, source.replace(found(source), fault));
    }

    /** The passage as it stands in the source: lines may begin further right there. */
    private String found(String source) {
        String lines = passage.lines().map(String::strip).map(Pattern::quote).collect(Collectors.joining("\\s+"));
        List<String> found = Pattern.compile(lines)
                .matcher(source)
                .results()
                .map(MatchResult::group)
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(file + " has " + found.size() + " times: " + passage);
        }
        return found.get(0);
    }
}
