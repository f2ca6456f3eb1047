package symposium.cli.simulate;

import static symposium.cli.report.ReportText.counted;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;
import symposium.cli.report.JsonObject;

/**
 * What several independent runs say of the mean of a quantity.
 *
 * @param mean the mean of the runs
 * @param deviation their standard deviation
 * @param spread half of the 95 % confidence interval of the true mean, by Student's t
 * @param least the least value of a run
 * @param most the greatest value of a run
 * @param values the value of each run, in the order of their seeds
 */
record Estimate(double mean, double deviation, double spread, double least, double most, List<Double> values) {

    private static final double UPPER_QUANTILE = 0.975;

    /** Returns the estimate from these values, or nothing if there are fewer than two. */
    static Optional<Estimate> of(List<Double> values) {
        int runs = values.size();
        if (runs < 2) {
            return Optional.empty();
        }
        double mean = values.stream().mapToDouble(each -> each).average().orElseThrow();
        double squares = values.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        double deviation = Math.sqrt(squares / (runs - 1));
        double quantile = TDistribution.of(runs - 1.0).inverseCumulativeProbability(UPPER_QUANTILE);
        return Optional.of(new Estimate(
                mean,
                deviation,
                quantile * deviation / Math.sqrt(runs),
                values.stream().mapToDouble(each -> each).min().orElseThrow(),
                values.stream().mapToDouble(each -> each).max().orElseThrow(),
                List.copyOf(values)));
    }

    /** The mean with its interval, with two decimals. */
    String interval() {
        return counted("%,.2f ± %,.2f", mean, spread);
    }

    JsonObject json() {
        return new JsonObject()
                .with("mean", mean)
                .with("confidence95", List.of(mean - spread, mean + spread))
                .with("standardDeviation", deviation)
                .with("least", least)
                .with("most", most)
                .with("values", values);
    }
}
