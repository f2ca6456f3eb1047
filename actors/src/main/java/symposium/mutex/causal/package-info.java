/** Whether requests are granted in causal order. */
package symposium.mutex.causal;
