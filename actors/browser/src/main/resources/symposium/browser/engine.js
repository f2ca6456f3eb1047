"use strict";
/** What runs in the worker: the engine is loaded once its code has come, and answers one call after the other. */
function serve() {
  let loaded;
  self.onmessage = async m => {
    if (m.data.code) {
      loaded = TeaVM.wasmGC.load(m.data.code, { stackDeobfuscator: { enabled: false } }).catch(failed => {
        throw new Error("This browser does not run the engine: WebAssembly with garbage collection is required,"
          + ` as in Chromium 119, Firefox 120, Safari 18.2 and later (${failed.message || failed})`);
      });
      return;
    }
    let answer;
    try {
      answer = (await loaded).exports[m.data.call](...m.data.args);
    } catch (failed) {
      answer = JSON.stringify({ error: String(failed && failed.message || failed) });
    }
    self.postMessage({ id: m.data.id, answer });
  };
}

/** The code of the engine, which the page has in compressed form. */
async function code() {
  const packed = Uint8Array.from(atob(byId("engine").textContent), letter => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The engine runs in a worker, so that the page stays smooth; it is stopped by ending the worker. */
const engine = {
  worker: null, ready: null, code: null, waiting: new Map(), next: 0,
  begin() {
    this.code = this.code || code();
    const source = new Blob([byId("runtime").textContent, "\n(", serve.toString(), ")();"], { type: "text/javascript" });
    const worker = new Worker(URL.createObjectURL(source));
    worker.onmessage = m => {
      this.waiting.get(m.data.id)(m.data.answer);
      this.waiting.delete(m.data.id);
    };
    this.worker = worker;
    this.ready = this.code.then(bytes => worker.postMessage({ code: bytes }));
  },
  call(call, ...args) {
    const id = this.next++;
    const worker = this.worker;
    return new Promise(done => {
      this.waiting.set(id, done);
      this.ready.then(() => worker.postMessage({ id, call, args }));
    });
  },
  async ask(call, ...args) {
    return JSON.parse(await this.call(call, ...args));
  },
  end() {
    this.worker.terminate();
    this.waiting.clear();
    this.begin();
  }
};
