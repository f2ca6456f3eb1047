package symposium.mutex.ricartagrawala;

import symposium.mutex.ricartagrawala.RicartAgrawala.Form;

/** The same in the catalogue with stamped acknowledgements, which make it fair in causal order. */
public final class RicartAgrawalaStampedAlgorithm extends RicartAgrawalaAlgorithm {

    /** The algorithm with stamped acknowledgements. */
    public RicartAgrawalaStampedAlgorithm() {
        super(Form.STAMPED);
    }

    @Override
    public String cost() {
        return super.cost() + ", each with a number";
    }
}
