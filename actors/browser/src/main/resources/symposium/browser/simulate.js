"use strict";
/** Whether runs are being simulated; ended by ending the worker of the engine. */
let simulating = false;

function openSimulation() {
  if (busy || !view) return;
  pause();
  byId("simulated").textContent = `Simulate ${entry().name}`;
  byId("runs").replaceChildren();
  clear();
  outcome("Every process of the algorithm as it should be, in virtual time: nothing waits for a clock.");
  byId("simulation").showModal();
  simulate();
}

function clear() {
  (byId("picture").shadowRoot || byId("picture").attachShadow({ mode: "open" })).innerHTML = "";
}

function outcome(text, bad) {
  byId("outcome").textContent = text;
  byId("outcome").className = bad ? "bad" : "";
}

/** The numbers of processes that are requested, of which those without a place in the topology say so when they are run. */
function counts() {
  const wanted = byId("counts").value.split(",").map(each => each.trim()).filter(each => each);
  return wanted.length > 0 && wanted.every(each => /^[1-9]\d{0,6}$/.test(each)) ? wanted.map(Number) : null;
}

function row(cells) {
  const made = document.createElement("tr");
  made.append(...cells.map(each => {
    const cell = document.createElement("td");
    cell.append(typeof each === "number" ? each.toLocaleString("en") : each);
    return cell;
  }));
  return made;
}

/** Messages for each entry, with a bar by which the rows are compared. */
function measured(value) {
  const cell = document.createElement("span");
  const bar = document.createElement("div");
  bar.className = "bar";
  bar.dataset.value = value;
  cell.append(value.toLocaleString("en", { maximumFractionDigits: 3 }), bar);
  return cell;
}

function scale() {
  const bars = [...document.querySelectorAll("#runs .bar")];
  const most = Math.max(...bars.map(each => Number(each.dataset.value)));
  bars.forEach(each => { each.style.width = `${most > 0 ? 100 * each.dataset.value / most : 0}%`; });
}

function shown(run) {
  const per = run.election ? run.total / run.processes : run.entries > 0 ? run.total / run.entries : 0;
  return row([run.processes, run.total, run.election ? run.leaders.join(", ") || "none" : run.entries, measured(per),
    run.longestWait, run.ticks, Object.entries(run.messages).map(([type, many]) => `${many.toLocaleString("en")} ${type}`).join(", ")]);
}

async function simulate() {
  if (simulating) return stopSimulation();
  const wanted = counts();
  if (!wanted) {
    outcome("n is numbers of processes from 1 on, with commas between them, such as 3, 10, 30.", true);
    return;
  }
  const entries = number("entries"), random = byId("random").checked, seed = number("seed");
  byId("shell").textContent = `symposium simulate ${entry().name} -n ${wanted.join(",")}`
    + (byId("topology").selectedIndex > 0 ? ` --topology ${byId("topology").value}` : "")
    + (entries ? ` --entries ${entries}` : "") + (random ? " --schedule random" : "") + (seed ? ` --seed ${seed}` : "");
  simulating = busy = true;
  byId("run").textContent = "Stop";
  byId("runs").replaceChildren();
  clear();
  const began = performance.now();
  let wrong = null;
  for (const count of wanted) {
    outcome(`${entry().name} on ${count.toLocaleString("en")} processes\u2026`);
    const run = await engine.ask("simulate", entry().name, count, byId("topology").value, entries, random, seed);
    wrong = wrong || run.error || (run.violated ? `Violated: ${run.violated}` : null);
    if (run.error) break;
    byId("served").textContent = run.election ? "leader" : "entries";
    byId("served").nextElementSibling.textContent = run.election ? "per process" : "per entry";
    byId("runs").append(shown(run));
    scale();
    if (run.diagram && !byId("picture").shadowRoot.innerHTML) byId("picture").shadowRoot.innerHTML = run.diagram;
  }
  ended();
  outcome(wrong || `${wanted.length === 1 ? "A run" : `${wanted.length} runs`} in ${((performance.now() - began) / 1000).toFixed(1)} s.`, wrong);
}

function ended() {
  simulating = busy = false;
  byId("run").textContent = "Run";
}

/** The engine is begun again, where the walk was. */
async function stopSimulation() {
  engine.end();
  ended();
  outcome("Stopped.");
  const steps = view.path, whole = path;
  await open(whole);
  await move(steps.length);
}

byId("run").onclick = simulate;
byId("simulation").onclose = () => { if (simulating) stopSimulation(); };
