"use strict";
const byId = id => document.getElementById(id);
const rules = JSON.parse(byId("rules").textContent);
const SVG = "http://www.w3.org/2000/svg";
const MOST = 20000, ROWS = 60, ROW = 26, LEFT = 60;
/** How many processes are shown in full; of more, those that do something. */
const MOST_COLUMNS = 12, MOST_SECTIONS = 24;

/** The events that are kept; the first is number `dropped` of all. */
let moments = [];
let dropped = 0;
/** How many events have happened at the moment that is shown, counted from the first of all. */
let at = 0;
let live = true;
let playing = null;
let asked = false;
/** The moment to which the address leads, until as many events have come. */
let wanted = null;

/** Where everything stands after so many events: computed forward, and anew from a mark when somebody goes back. */
const marks = new Map();
const EVERY = 500;
let world = empty();
/** What had happened before the events that are kept. */
let beginning = empty();

function empty() {
  return { events: 0, processes: new Map(), transit: [] };
}

function copy(some) {
  return { events: some.events, former: some.former, processes: new Map([...some.processes].map(([key, value]) => [key, { ...value }])), transit: [...some.transit] };
}

function apply(to, event) {
  to.events = event.place + 1;
  const key = event.process;
  const before = to.processes.get(key) || { alive: true, state: {}, neighbours: [] };
  const now = { ...before };
  to.former = before;
  if (event.kind === "begins") {
    now.alive = true;
    to.transit = to.transit.filter(each => each.to !== key);
  }
  if (event.gone) {
    now.alive = false;
    to.transit = to.transit.filter(each => each.to !== key);
  }
  if (event.user !== undefined) Object.assign(now, { user: event.user, waits: event.waits, served: event.served });
  if (event.state) now.state = event.state;
  if (event.neighbours) now.neighbours = event.neighbours;
  if (event.incarnation) now.incarnation = event.incarnation;
  (event.departed || []).forEach(gone => {
    to.transit = to.transit.filter(each => !(each.to === key && each.from === gone.process));
    const there = to.processes.get(gone.process);
    // What the others have removed is gone, killed or not, unless it is another one by now.
    if (there && there.incarnation === gone.incarnation && gone.process !== key) {
      to.processes.set(gone.process, { ...there, alive: false });
      to.transit = to.transit.filter(each => each.to !== gone.process);
    }
  });
  const ended = event.received || event.lost;
  if (ended) {
    const place = to.transit.findIndex(each => each.from === ended.from && each.to === key && each.sent === ended.sending && each.text === ended.text);
    if (place >= 0) to.transit.splice(place, 1);
  }
  (event.sends || []).forEach(each => {
    const there = to.processes.get(each.to);
    if (!there || there.alive) to.transit.push({ from: key, to: each.to, type: each.type, text: each.text, sent: event.place });
  });
  to.processes.set(key, now);
}

/** The world after so many events. */
function worldAt(events) {
  if (events < world.events) {
    let mark = Math.floor(events / EVERY) * EVERY;
    while (mark > dropped && !marks.has(mark)) mark -= EVERY;
    world = copy(marks.get(mark) && mark > dropped ? marks.get(mark) : beginning);
  }
  while (world.events < events) {
    apply(world, moments[world.events - dropped]);
    if (world.events % EVERY === 0 && !marks.has(world.events)) marks.set(world.events, copy(world));
  }
  return world;
}

// --- what comes

function come(some) {
  some.forEach(each => {
    if (moments.length === 0 && dropped === 0 && each.place > 0) {
      dropped = each.place;
      beginning.events = world.events = at = each.place;
    }
    if (each.place !== dropped + moments.length) return;
    moments.push(each);
    if (moments.length > MOST) {
      apply(beginning, moments.shift());
      dropped++;
      if (world.events < dropped) world = copy(beginning);
      marks.delete(dropped);
    }
  });
  if (at < dropped) at = dropped;
  if (live) at = dropped + moments.length;
  if (wanted !== null && wanted <= dropped + moments.length) go(wanted);
  later();
}

/** The address names the moment that is shown: send it to somebody. */
function follow() {
  const named = /^#event=(\d{1,9})$/.exec(location.hash);
  if (!named) return;
  wanted = Number(named[1]);
  if (wanted <= dropped + moments.length) go(wanted);
  else later();
}

/** Drawn at most once a frame, however much comes, and not while something is pressed: it would be gone at its release. */
function later() {
  if (!asked) {
    asked = true;
    requestAnimationFrame(() => { asked = false; if (pressed) postponed = true; else show(); });
  }
}

let pressed = false, postponed = false;
document.addEventListener("pointerdown", () => { pressed = true; });
["pointerup", "pointercancel"].forEach(end => document.addEventListener(end, () => {
  pressed = false;
  // After the click that follows.
  if (postponed) setTimeout(later);
  postponed = false;
}));

if (EVENTS) {
  byId("live").textContent = "End";
  byId("live").title = "The last event (End)";
  live = false;
  come(EVENTS);
  wanted = OPENS;
} else {
  const source = new EventSource("/events?from=0");
  source.onmessage = message => { if (message.data) come(JSON.parse(message.data)); };
  source.onerror = () => { source.close(); byId("count").dataset.ended = "yes"; later(); };
}

// --- what is shown

function show() {
  const end = dropped + moments.length;
  const now = worldAt(at);
  const event = at > dropped ? moments[at - 1 - dropped] : null;
  const numbers = [...now.processes.keys()].sort((a, b) => a - b);
  const links = [];
  now.processes.forEach((each, key) => each.neighbours.forEach(other => { if (key < other && each.alive) links.push([key, other]); }));
  Network.draw(byId("network"), numbers.map(number => {
    const each = now.processes.get(number);
    return { process: number, alive: each.alive, waits: each.waits, served: each.served, label: each.alive ? each.user || "" : "gone" };
  }), links, now.transit, event ? event.process : null);
  document.querySelectorAll("#network .message").forEach(pointed);
  byId("what").textContent = event ? `process ${event.process}: ${event.text}` : "Nothing has happened yet.";
  byId("rule").textContent = event && event.key && rules[event.key] ? `${event.rule}: ${rules[event.key]}` : "";
  byId("moment").min = dropped;
  byId("moment").max = end;
  byId("moment").value = at;
  byId("count").textContent = `event ${at} of ${end}` + (dropped ? `, the first ${dropped} are not kept` : "")
    + (wanted !== null ? `; event ${wanted} has not come yet` : "")
    + (EVENTS ? "" : byId("count").dataset.ended ? "; the run has ended" : live ? "; live" : "");
  // Told by a reader of the screen where somebody steps, and not at each event of a run that goes on.
  byId("count").setAttribute("aria-live", live || playing ? "off" : "polite");
  byId("what").setAttribute("aria-live", live || playing ? "off" : "polite");
  const link = live ? "" : `#event=${at}`;
  // A browser slows down a page that changes its address at each step of a play.
  if (wanted === null && !playing && link !== location.hash) history.replaceState(null, "", link || "#");
  byId("live").setAttribute("aria-pressed", String(live));
  byId("play").textContent = playing || live ? "Pause" : "Play";
  const told = sections(numbers, now, event);
  byId("states").replaceChildren(...told.map(number => section(number, now.processes.get(number), now.former, event)));
  byId("others").textContent = told.length === numbers.length ? "" : `${told.length} of ${numbers.length}: the one that acts, and those that wait or are served first.`;
  diagram(numbers, now.transit);
  if (FAULTS.length) faults(numbers, now);
}

function sections(numbers, now, event) {
  if (numbers.length <= MOST_SECTIONS) return numbers;
  const rank = number => event && event.process === number ? 0 : now.processes.get(number).served ? 1 : now.processes.get(number).waits ? 2 : 3;
  return [...numbers].sort((a, b) => rank(a) - rank(b) || a - b).slice(0, MOST_SECTIONS);
}

function section(number, each, former, event) {
  const made = document.createElement("section");
  if (event && event.process === number) made.className = "at";
  const heading = document.createElement("h3");
  heading.textContent = `process ${number}: ${each.alive ? each.user || "" : "gone"}`;
  const list = document.createElement("dl");
  const old = new Map(former ? flat(brief(former.state)) : []);
  flat(brief(each.state)).forEach(([name, value]) => {
    const key = document.createElement("dt");
    const shown = document.createElement("dd");
    key.textContent = name;
    shown.textContent = value;
    if (event && event.process === number && old.has(name) && old.get(name) !== value) shown.className = "changed";
    list.append(key, shown);
  });
  made.append(heading, list);
  return made;
}

function draw(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

const kindOf = Network.kind;

/** The latest events up to the moment that is shown: a row each, time downwards. */
function diagram(all, transit) {
  const first = Math.max(dropped, at - ROWS);
  const busy = new Set(all.length <= MOST_COLUMNS ? all : moments.slice(first - dropped, at - dropped)
    .flatMap(each => [each.process, ...(each.received || each.lost ? [(each.received || each.lost).from] : [])]));
  const numbers = all.filter(number => busy.has(number));
  const width = byId("diagram").clientWidth;
  const svg = document.createElementNS(SVG, "svg");
  const rows = at - first;
  const height = 8 + (rows + 1) * ROW;
  svg.setAttribute("width", width - 4);
  svg.setAttribute("height", height);
  const gap = (width - LEFT - 210) / Math.max(1, numbers.length - 1 || 1);
  const x = number => LEFT + 90 + numbers.indexOf(number) * gap;
  const y = place => 20 + (place - first) * ROW;
  const heading = document.createElementNS(SVG, "svg");
  heading.setAttribute("class", "heading");
  heading.setAttribute("width", width - 4);
  heading.setAttribute("height", 26);
  const told = Math.max(1, Math.ceil(26 / gap));
  numbers.forEach((number, index) => {
    if (index % told === 0) draw(heading, "text", { x: x(number), y: 18, "text-anchor": "middle", "font-weight": 700 }, String(number));
    draw(svg, "line", { class: "life", x1: x(number), y1: 0, x2: x(number), y2: height - 8 });
  });
  for (let place = first; place < at; place++) {
    const row = draw(svg, "rect", { class: "row" + (place === at - 1 ? " now" : ""), x: 0, y: y(place) - ROW / 2, width: width - 4, height: ROW });
    row.onclick = () => go(place + 1);
  }
  bars(svg, first, x, y, height);
  for (let place = first; place < at; place++) {
    const each = moments[place - dropped];
    const ended = each.received || each.lost;
    if (ended && numbers.includes(ended.from)) {
      const from = ended.sending >= first ? { x: x(ended.from), y: y(ended.sending) } : { x: x(ended.from), y: 2 };
      arrow(svg, from, { x: x(each.process), y: y(place) }, ended, ended.sending);
    }
  }
  transit.filter(each => each.sent >= first && numbers.includes(each.to)).forEach(each =>
    arrow(svg, { x: x(each.from), y: y(each.sent) }, { x: x(each.to), y: height - 2 }, each, each.sent));
  for (let place = first; place < at; place++) {
    const each = moments[place - dropped];
    const column = x(each.process);
    draw(svg, "text", { x: 8, y: y(place) + 4, opacity: .8 }, String(place + 1));
    if (each.kind === "step") draw(svg, "rect", { class: "step", x: column - 5, y: y(place) - 5, width: 10, height: 10, rx: 2 });
    else draw(svg, "circle", { class: each.gone || each.lost ? "fault" : "step", cx: column, cy: y(place), r: 6 });
    const label = each.kind === "step" ? each.rule : each.text;
    const right = numbers.indexOf(each.process) === numbers.length - 1 || !(each.received && each.received.from > each.process);
    draw(svg, "text", { x: column + (right ? 10 : -10), y: y(place) - 6, "text-anchor": right ? "start" : "end" }, label.length > 24 ? label.slice(0, 23) + "\u2026" : label);
    svg.lastChild.append(document.createElementNS(SVG, "title"));
    svg.lastChild.lastChild.textContent = each.text;
  }
  byId("diagram").replaceChildren(heading, svg);
  byId("diagram").scrollTop = byId("diagram").scrollHeight;
}

/** Who waits and who has been served, as bars on the lines. */
function bars(svg, first, x, y, height) {
  const since = new Map();
  const close = (process, to) => {
    const open = since.get(process);
    if (open) draw(svg, "rect", { class: open.kind, x: x(process) - 3.5, y: open.y, width: 7, height: Math.max(0, to - open.y) });
    since.delete(process);
  };
  for (let place = first; place < at; place++) {
    const each = moments[place - dropped];
    const kind = each.gone ? null : each.served ? "bar" : each.waits ? "wait" : null;
    if (each.user === undefined && !each.gone) continue;
    const open = since.get(each.process);
    if (open && open.kind === kind) continue;
    close(each.process, y(place));
    if (kind) since.set(each.process, { kind, y: y(place) });
  }
  [...since.keys()].forEach(process => close(process, height - 8));
}

function arrow(svg, from, to, message, sending) {
  const kind = kindOf(message.type), angle = Math.atan2(to.y - from.y, to.x - from.x);
  const tip = { x: to.x - 7 * Math.cos(angle), y: to.y - 7 * Math.sin(angle) };
  const line = draw(svg, "line", { class: `${kind} arrow`, x1: from.x, y1: from.y, x2: tip.x, y2: tip.y, "data-sent": sending });
  draw(line, "title", {}, `${message.text} from ${message.from}`);
  pointed(line);
  draw(svg, "path", { class: `${kind} head`, d: "M0,0L-9,-4.5L-9,4.5Z", transform: `translate(${tip.x},${tip.y}) rotate(${angle * 180 / Math.PI})` });
}

/** A message that is pointed at in one picture is lit in both. */
function pointed(message) {
  message.onmouseenter = () => light(message.dataset.sent, true);
  message.onmouseleave = () => light(message.dataset.sent, false);
}

function light(sent, on) {
  document.querySelectorAll(`[data-sent="${sent}"]`).forEach(each => each.classList.toggle("lit", on));
}

// --- faults

/** The ends of a link that somebody has chosen. */
const picked = {};

/** A row of buttons for each process, and buttons for the link between two that are chosen. */
function faults(numbers, now) {
  byId("faults").hidden = false;
  const shown = numbers.map(number => `${number}:${now.processes.get(number).alive}`).join();
  if (byId("faults").dataset.shown === shown) return;
  byId("faults").dataset.shown = shown;
  const focused = controls().findIndex(each => each.matches(":focus-visible"));
  byId("ofone").replaceChildren(...numbers.map(number => {
    const row = document.createElement("tr");
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = `process ${number}`;
    row.append(name, ...FAULTS.filter(each => each.processes === 1).map(each => {
      const cell = document.createElement("td");
      cell.append(faultButton(each, () => `process=${number}`, now.processes.get(number).alive));
      return cell;
    }));
    return row;
  }));
  const chosen = ["one", "other"].map((name, place) => {
    const select = document.createElement("select");
    select.setAttribute("aria-label", place ? "the other end of the link" : "one end of the link");
    numbers.forEach(number => select.add(new Option(number, number)));
    select.value = name in picked ? picked[name] : numbers[Math.min(place, numbers.length - 1)];
    select.onchange = () => { picked[name] = select.value; };
    select.id = name;
    return select;
  });
  byId("oftwo").replaceChildren("link ", chosen[0], " to ", chosen[1], " ",
    ...FAULTS.filter(each => each.processes === 2).map(each => faultButton(each, () => `process=${chosen[0].value}&other=${chosen[1].value}`, true)));
  byId("ofall").replaceChildren(...FAULTS.filter(each => each.processes === 0).flatMap(each => {
    const button = faultButton(each, () => "", true);
    const hint = document.createElement("span");
    hint.className = "hint";
    hint.textContent = ` ${each.hint}`;
    return [button, hint, document.createElement("br")];
  }));
  const kill = FAULTS.find(each => each.name === "kill");
  if (kill) {
    const holder = faultButton({ ...kill, label: "kill the process that is served" }, served, true);
    holder.dataset.fault = "kill-served";
    holder.title = "Its token, forks or lock are lost with it";
    byId("oftwo").append(" ", holder);
  }
  if (focused < 0) return;
  const again = controls()[focused];
  // A button that can no longer be pressed is not left for another that kills.
  (again && !again.disabled ? again : byId("faults")).focus();
}

function controls() {
  return [...byId("faults").querySelectorAll("button, select")];
}

/** Who is served at present; of several, the first. */
function served() {
  const found = [...worldAt(dropped + moments.length).processes].find(([, each]) => each.alive && each.served);
  if (!found) throw new Error("no process is served now");
  return `process=${found[0]}`;
}

function faultButton(fault, asked, able) {
  const button = document.createElement("button");
  button.textContent = fault.label;
  button.dataset.fault = fault.name;
  button.disabled = !able;
  button.onclick = async () => {
    try {
      const answer = await fetch(`/fault?name=${fault.name}&${asked()}`, { method: "POST", headers: { "X-Symposium": "page" } });
      byId("said").textContent = answer.ok ? "" : await answer.text();
    } catch (failed) {
      byId("said").textContent = failed.message;
    }
    present();
  };
  return button;
}

// --- the replay

/** Replays the log, of a run that goes on as far as it has come: by the same classes as the command line. */
async function verify() {
  const told = byId("verdict");
  byId("verify").disabled = true;
  told.textContent = "The log is replayed in the protocol ...";
  const formula = byId("formula").value.trim();
  const kind = formula ? byId("kind").value : "";
  const second = byId("second").hidden ? "" : byId("second").value.trim();
  const verdict = await (byId("log").textContent ? replayHere : replayThere)(kind, formula, second);
  const several = (number, one, more) => `${number.toLocaleString("en")} ${number === 1 ? one : more}`;
  told.className = verdict.error || verdict.deviation ? "deviates" : "";
  told.textContent = verdict.error || `${several(verdict.steps, "step", "steps")} of ${several(verdict.processes, "process", "processes")} are steps of the protocol;`
    + ` ${several(verdict.invariants.length, "invariant holds", "invariants hold")} after each.` + (verdict.deviation ? ` Then, at ${verdict.deviation}` : "")
    + verdict.answers.map(each => ` ${each.statement}: ` + (each.tested ? `met ${several(each.met, "time", "times")}, ${each.pending.length} pending.` : "not tested.")).join("")
    + (verdict.untested.length ? " Your statement was not tested: what it speaks of never occurs." : "");
  told.title = [...(verdict.answers || []).flatMap(each => each.pending.map(one => `pending: ${one}`)), ...(verdict.invariants || [])].join("\n");
  byId("verify").disabled = false;
}

/** In a worker of this page. */
function replayHere(kind, formula, second) {
  if (!engine.worker) engine.begin();
  return engine.ask("verify", byId("log").textContent, kind, formula, second);
}

/** At the server, which has the logs. */
async function replayThere(kind, formula, second) {
  try {
    const answer = await fetch(`/verify?${new URLSearchParams({ kind, formula, second })}`, { method: "POST", headers: { "X-Symposium": "page" } });
    return answer.headers.get("Content-Type") === "application/json" ? await answer.json() : { error: await answer.text() };
  } catch (failed) {
    return { error: failed.message };
  }
}

byId("verifying").hidden = Boolean(EVENTS) && !byId("log").textContent;
byId("kind").onchange = () => { byId("second").hidden = !["leads", "until"].includes(byId("kind").value); };
byId("verifying").onsubmit = submitted => { submitted.preventDefault(); verify(); };

// --- the moment

function go(to) {
  pause();
  live = false;
  wanted = null;
  at = Math.max(dropped, Math.min(dropped + moments.length, to));
  later();
}

function present() {
  pause();
  live = true;
  wanted = null;
  at = dropped + moments.length;
  later();
}

function pause() {
  clearInterval(playing);
  playing = null;
}

/** Plays from where it is, at the speed that is chosen; at the present it goes on live. */
function play() {
  if (live || playing) {
    pause();
    live = false;
    later();
    return;
  }
  playing = setInterval(() => {
    if (at >= dropped + moments.length) present();
    else { at++; later(); }
  }, Number(byId("speed").value));
  later();
}

const moves = { Home: () => go(dropped), End: present, ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), " ": play };
document.addEventListener("keydown", key => {
  if (!moves[key.key] || ["SELECT", "INPUT"].includes(key.target.tagName) && key.target.type !== "range" || key.target.tagName === "BUTTON" && key.key === " ") return;
  key.preventDefault();
  moves[key.key]();
});
byId("first").onclick = moves.Home;
byId("back").onclick = moves.ArrowLeft;
byId("forward").onclick = moves.ArrowRight;
byId("live").onclick = present;
byId("play").onclick = play;
byId("moment").oninput = () => go(Number(byId("moment").value));
byId("speed").onchange = () => { if (playing) { pause(); play(); } };
window.addEventListener("resize", later);
window.addEventListener("hashchange", follow);
follow();
if (EVENTS && wanted !== null && wanted <= dropped + moments.length) go(wanted);
show();
