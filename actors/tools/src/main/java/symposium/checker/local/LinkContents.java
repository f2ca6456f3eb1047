package symposium.checker.local;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import symposium.checker.number.Guard;
import symposium.checker.number.Interner;
import symposium.checker.number.Memo;
import symposium.kernel.problem.Channels;

/** Messages, and the contents of links, as numbers. A content is what is in transit on a link; 0 is nothing. */
public final class LinkContents<M> {

    private final Channels channels;
    private final Interner<M> messages;
    private final Interner<List<Integer>> contents;
    /** By content: message and remaining content of each possible delivery, alternating. */
    private final Memo<Memo.Frozen<int[]>> choices;
    /** By content and message: the content with that message appended. */
    private final Memo<Integer> appended;
    /** By content and message: the content without one such message. */
    private final Memo<Integer> removed;

    /** @param added receives each new content */
    LinkContents(Channels channels, Guard guard, Consumer<List<M>> added) {
        this.channels = channels;
        messages = new Interner<>(guard);
        contents = new Interner<>(
                guard,
                (content, number) ->
                        added.accept(content.stream().map(messages::value).toList()));
        choices = new Memo<>(guard, (content, none) -> computeChoices(contents.value(content), content));
        appended = new Memo<>(guard, this::computeAppended);
        removed = new Memo<>(guard, this::computeRemoved);
        contents.of(List.of());
    }

    public M message(int number) {
        return messages.value(number);
    }

    public int number(M message) {
        return messages.of(message);
    }

    /** The message with a number that is equal to this one, or this one if none has. */
    M kept(M message) {
        int number = messages.find(message);
        return number < 0 ? message : messages.value(number);
    }

    /** The number of messages and contents that have a number. */
    int numbered() {
        return messages.size() + contents.size();
    }

    /** The number of a content, given in the order of sending. */
    public int of(List<Integer> sent) {
        return contents.of(
                switch (channels) {
                    case FIFO -> List.copyOf(sent);
                    case UNORDERED -> sent.stream().sorted().toList();
                    case COALESCING, DUPLICATING ->
                        sent.stream().distinct().sorted().toList();
                });
    }

    /** The possible deliveries from a content: message and remaining content, alternating. */
    public int[] choices(int content) {
        return choices.of(content, 0).array();
    }

    private Memo.Frozen<int[]> computeChoices(List<Integer> content, int number) {
        IntStream.Builder possible = IntStream.builder();
        for (int at = 0; at < content.size(); at++) {
            boolean oldest = at == 0;
            boolean another = channels != Channels.FIFO && content.indexOf(content.get(at)) == at;
            if (oldest || another) {
                boolean stays = channels == Channels.DUPLICATING;
                possible.add(content.get(at)).add(stays ? number : without(content, at));
            }
        }
        return new Memo.Frozen<>(possible.build().toArray());
    }

    private int without(List<Integer> content, int at) {
        List<Integer> rest = new ArrayList<>(content);
        rest.remove(at);
        return of(rest);
    }

    /** The number of a content after the loss of one of its messages, the oldest on a FIFO link. */
    public int remove(int content, int message) {
        return removed.of(content, message);
    }

    private int computeRemoved(int content, int message) {
        List<Integer> before = contents.value(content);
        return without(before, before.indexOf(message));
    }

    /** The number of a content with one message appended. */
    public int append(int content, int message) {
        return appended.of(content, message);
    }

    private int computeAppended(int content, int message) {
        List<Integer> longer = new ArrayList<>(contents.value(content));
        longer.add(message);
        return of(longer);
    }
}
