package symposium;

import org.junit.jupiter.api.Test;

class FirstTest {
    @Test
    void runs() {}
}
