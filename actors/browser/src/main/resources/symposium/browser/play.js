"use strict";
const byId = id => document.getElementById(id);
const rules = JSON.parse(byId("rules").textContent);
const lessons = JSON.parse(byId("lessons").textContent);
const OPTIONS = ["processes", "requests", "losses", "duplications", "crashes"];
const MOST_STATES = 1000000;
/** Milliseconds that a letter of a remark takes to be read, at the speed in the middle. */
const READING = 45;
const LEAST_SCALE = 0.65;
const ASKING = "ask-your-own-question";

let catalogue = [];
let view = null;
let before = null;
/** The whole path, of which the view may show only a beginning. */
let path = [];
/** How many steps at the end of the path can be repeated forever. */
let loop = 0;
let playing = null;
let busy = false;
/** Says how long the exploration has taken, while it runs. */
let clock = null;
/** What is told beside the path: an opening, and a remark on each step; of a lesson that is open. */
let lesson = null;
/** What the user asks: a kind and its formulas; null if nothing. */
let question = null;
/** How many steps the diagram shows. */
let drawn = -1;

const entry = () => catalogue.find(each => each.name === byId("algorithm").value);
const number = id => Number(byId(id).value) || 0;

function option(value, text) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = text;
  return made;
}

function say(text, kind) {
  byId("verdict").textContent = text;
  byId("verdict").className = kind || "";
}

// --- what is set up

function fill(list) {
  const groups = new Map();
  list.forEach(each => groups.set(each.problem, (groups.get(each.problem) || []).concat(each)));
  byId("algorithm").replaceChildren(...[...groups].map(([problem, some]) => {
    const group = document.createElement("optgroup");
    group.label = problem;
    group.append(...some.map(each => option(each.name, each.name)));
    return group;
  }));
}

/** What the algorithm that is chosen offers. */
function choose() {
  const chosen = entry();
  byId("processes").value = chosen.processes;
  byId("topology").replaceChildren(...chosen.topologies.map(each => option(each, each)));
  byId("variant").replaceChildren(option("-1", "it should be"),
    ...chosen.variants.map((each, index) => option(String(index), "variant: " + each.name)));
  ["requests", "losses", "duplications", "crashes"].forEach(each => { byId(each).value = 0; });
  byId("about").textContent = `${chosen.source}. Assumes ${chosen.assumptions}; ${chosen.channels} channels. Cost: ${chosen.cost}.`;
  chooseVariant();
}

/** A variant that shows in a scenario of its own is shown there. */
function chooseVariant() {
  const variant = entry().variants[number("variant")];
  const scenario = number("variant") >= 0 && variant ? variant.scenario : null;
  OPTIONS.forEach(each => {
    byId(each).disabled = scenario !== null;
    if (scenario) byId(each).value = scenario[each];
  });
  byId("topology").disabled = scenario !== null;
}

async function open(steps) {
  pause();
  const answer = await engine.ask("open", entry().name, number("processes"), byId("topology").value,
    number("variant"), number("requests"), number("losses"), number("duplications"), number("crashes"));
  if (answer.error) {
    say(answer.error, "bad");
    return false;
  }
  before = null;
  path = [];
  loop = 0;
  lesson = null;
  const posed = question ? await posing(question) : answer;
  if (posed.error) question = null;
  say(number("variant") >= 0 ? "A variant with one fault: \u201cCheck all\u201d finds the shortest way to where it shows."
    : "Choose a step, or let \u201cCheck all\u201d explore every interleaving.");
  await show(posed.error ? answer : posed);
  if (steps && steps.length) await go(steps, steps);
  if (posed.error) say(posed.error, "bad");
  return true;
}

// --- the walk

async function take(choice) {
  if (busy || !view || choice >= view.choices.length) return;
  before = view;
  const answer = await engine.ask("take", choice);
  if (path[view.path.length] !== choice) {
    path = [...view.path, choice];
    loop = 0;
  }
  await show(answer);
}

/** Walks to where these steps lead; whole is the path that is remembered. */
async function go(steps, whole) {
  const answer = await engine.ask("go", steps.join("."));
  if (answer.error) {
    await open();
    say("This link has a path that the algorithm does not take: " + answer.error, "bad");
    return;
  }
  path = whole;
  before = null;
  await show(answer);
}

async function move(to) {
  if (busy || !view) return;
  const length = Math.max(0, Math.min(path.length, to));
  if (length === view.path.length) return;
  if (length === view.path.length + 1) await take(path[view.path.length]);
  else await go(path.slice(0, length), path);
}

async function show(answer) {
  view = answer;
  Network.draw(byId("network"), view.processes.map(each => ({ ...each, label: label(each) })), view.links, view.transit, view.at);
  // Told by a reader of the screen where somebody steps; of a run that plays, the remarks alone.
  byId("what").setAttribute("aria-live", playing ? "off" : "polite");
  remark();
  byId("what").textContent = view.last === null ? "The initial state." : `Step ${view.path.length}: process ${view.last}`
    + (view.path.length > path.length - loop ? ` (step ${view.path.length - path.length + loop} of ${loop} that can be repeated forever)` : "");
  byId("rule").textContent = view.rule ? (rules[view.rule] ? `${view.ruleLabel}: ${rules[view.rule]}` : "") : "";
  const focused = [...byId("choices").querySelectorAll(".choice")].findIndex(each => each.matches(":focus-visible"));
  byId("choices").replaceChildren(...view.choices.map((each, index) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.className = "choice" + (each.fault ? " fault" : "");
    button.dataset.choice = index;
    [["kbd", index < 9 ? index + 1 : ""], ["span", each.process], ["b", each.rule || (each.fault ? "fault" : "")], ["span", each.text]]
      .forEach(([tag, text]) => {
        const part = document.createElement(tag);
        part.textContent = text;
        button.append(part);
      });
    if (each.doc && rules[each.doc]) button.title = rules[each.doc];
    button.onclick = () => { pause(); take(index); };
    item.append(button);
    return item;
  }));
  if (view.choices.length === 0) {
    const item = document.createElement("li");
    item.textContent = view.ended ? "The last step broke what must hold; the run ends." : "Nothing can happen any more.";
    byId("choices").append(item);
  }
  // Who walks by the keyboard goes on from the same place.
  if (focused >= 0 && view.choices.length > 0) byId("choices").querySelectorAll(".choice")[Math.min(focused, view.choices.length - 1)].focus();
  byId("properties").replaceChildren(...view.properties.map(name => {
    const item = document.createElement("li");
    const broken = name === view.broken;
    item.textContent = (broken ? "\u2717 " : "\u2713 ") + name + (broken ? ": violated here" : "");
    if (broken) item.className = "bad";
    return item;
  }));
  if (view.broken && !view.properties.includes(view.broken)) {
    const item = document.createElement("li");
    item.className = "bad";
    item.textContent = "\u2717 " + view.broken + ": violated here";
    byId("properties").append(item);
  }
  if (view.question) byId("properties").append(asked(view.question));
  const former = new Map((before ? before.processes : []).map(each => [each.process, new Map(each.state)]));
  byId("states").replaceChildren(...view.processes.map(each => {
    const section = document.createElement("section");
    if (each.process === view.at) section.className = "at";
    const heading = document.createElement("h3");
    heading.textContent = `process ${each.process}: ${label(each)}`;
    const list = document.createElement("dl");
    each.state.forEach(([name, value]) => {
      const key = document.createElement("dt");
      const text = document.createElement("dd");
      key.textContent = name;
      text.textContent = value;
      if (former.has(each.process) && former.get(each.process).get(name) !== value) text.className = "changed";
      list.append(key, text);
    });
    section.append(heading, list);
    return section;
  }));
  byId("transit").replaceChildren(...(view.transit.length === 0 ? [{ none: true }] : view.transit).map(each => {
    const item = document.createElement("li");
    item.textContent = each.none ? "nothing" : `${each.text}, from ${each.from} to ${each.to}`;
    return item;
  }));
  byId("back").disabled = byId("start").disabled = view.path.length === 0;
  byId("forward").disabled = byId("end").disabled = view.path.length >= path.length;
  // In a shadow, so that the style sheets of page and diagram do not meet.
  (byId("diagram").shadowRoot || byId("diagram").attachShadow({ mode: "open" })).innerHTML = await engine.call("diagram");
  fit(byId("diagram").shadowRoot.querySelector("svg"));
  drawn = view.path.length;
  byId("diagram").scrollTop = byId("diagram").scrollHeight;
  link();
}

/** What the lesson says at this step: the latest remark, as long as the walk is on its path. */
function remark() {
  const told = lesson && view.path.every((step, index) => step === lesson.path[index]);
  if (told) path = lesson.path;
  const remarks = told ? [lesson.opening, ...lesson.remarks].slice(0, view.path.length + 1) : [];
  byId("remark").textContent = remarks.filter(each => each).pop() || "";
  byId("remark").classList.toggle("new", Boolean(told && remarks[remarks.length - 1]));
  if (lesson) {
    say(told ? `${lesson.title} (${lesson.source}): step ${view.path.length} of ${lesson.path.length}. Space plays and pauses, the arrow keys step.`
      : "This is no step of the lesson. Step back to go on with it.");
  }
}

// --- the question

const BETWEEN = { leads: "leads to", until: "until" };
const two = kind => kind in BETWEEN;
const words = ({ kind, formulas }) => two(kind) ? `${formulas[0]} ${BETWEEN[kind]} ${formulas[1]}`
  : kind === "reach" ? formulas[0] : `${kind} ${formulas[0]}`;

/** The form has a second field for some kinds. */
function form() {
  const kind = byId("kind").value;
  byId("second").hidden = byId("between").hidden = !two(kind);
  byId("between").textContent = BETWEEN[kind] || "";
}

const posing = asked => engine.ask("ask", asked ? asked.kind : "", asked ? asked.formulas[0] : "", asked && asked.formulas[1] || "");

/** Asks what the form says, and explores for the answer. */
async function pose() {
  if (busy || !view) return;
  pause();
  const kind = byId("kind").value;
  const formulas = [byId("first").value.trim(), byId("second").value.trim()].slice(0, two(kind) ? 2 : 1);
  const wanted = formulas[0] || formulas[1] ? { kind, formulas } : null;
  const answer = await posing(wanted);
  if (answer.error) {
    say(answer.error, "bad");
    return;
  }
  question = wanted;
  await show(answer);
  if (question) await check();
  else say("Nothing is asked.");
}

/** Puts a question into the form. */
function ask(kind, formulas) {
  byId("kind").value = kind;
  if (byId("kind").selectedIndex < 0) byId("kind").value = "never";
  byId("first").value = formulas[0] || "";
  byId("second").value = formulas[1] || "";
  form();
}

/** The truth of the question in the state that is shown, as an entry of the list of properties. */
function asked(there) {
  const item = document.createElement("li");
  const [first, second] = there.formulas || [];
  const truth = each => each.processes === null ? (each.holds ? "true here" : "false here")
    : `true of ${each.processes.length === 0 ? "no process" : each.processes.join(", ")}`;
  if (there.error) item.textContent = `\u2717 ${words(question)}: ${there.error}`;
  else if (second) item.textContent = `\u25b8 ${words(question)}: ${first.formula} is ${truth(first)}; ${second.formula} is ${truth(second)}`;
  else if (there.kind === "reach") item.textContent = `${first.holds ? "\u2713" : "\u25b8"} ${words(question)}: ${truth(first)}`;
  else item.textContent = `${first.holds === (there.kind === "never") ? "\u2717" : "\u2713"} ${words(question)}: ${truth(first)}`;
  item.className = item.textContent.startsWith("\u2717") ? "asked bad" : "asked";
  return item;
}

/** A diagram that is a little too wide is made smaller; one that is much too wide is scrolled. */
function fit(svg) {
  const width = svg.viewBox.baseVal.width, scale = Math.max(LEAST_SCALE, Math.min(1, (byId("diagram").clientWidth - 4) / width));
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", svg.viewBox.baseVal.height * scale);
}

function label(process) {
  return !process.alive ? "crashed" : process.user;
}

// --- the address

function link() {
  const parts = new URLSearchParams();
  parts.set("algorithm", entry().name);
  if (entry().topologies[0] !== byId("topology").value) parts.set("topology", byId("topology").value);
  if (number("variant") >= 0) parts.set("variant", number("variant") + 1);
  else OPTIONS.forEach(each => { if (each === "processes" || number(each) > 0) parts.set(each, number(each)); });
  if (question) {
    parts.set("ask", question.kind);
    question.formulas.forEach((each, index) => parts.set(index ? "then" : "formula", each));
  }
  if (lesson) parts.set("story", lesson.name === entry().name ? "" : lesson.name);
  else if (path.length) parts.set("path", path.join("."));
  if (loop) parts.set("loop", loop);
  if (view.path.length < path.length) parts.set("at", view.path.length);
  history.replaceState(null, "", "#" + parts);
}

async function follow() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const wanted = parts.get("algorithm");
  if (wanted && catalogue.some(each => each.name === wanted)) byId("algorithm").value = wanted;
  choose();
  if (parts.has("topology")) byId("topology").value = parts.get("topology");
  OPTIONS.forEach(each => { if (parts.has(each)) byId(each).value = parts.get(each); });
  if (parts.has("variant")) byId("variant").value = String(Number(parts.get("variant")) - 1);
  if (byId("variant").selectedIndex < 0) byId("variant").value = "-1";
  if (byId("topology").selectedIndex < 0) byId("topology").selectedIndex = 0;
  chooseVariant();
  question = parts.has("ask") ? { kind: parts.get("ask"), formulas: [parts.get("formula") || "", ...parts.has("then") ? [parts.get("then")] : []] } : null;
  if (question) ask(question.kind, question.formulas);
  const steps = /^\d+(\.\d+)*$/.test(parts.get("path") || "") ? parts.get("path").split(".").map(Number) : [];
  if (!await open(steps)) return;
  loop = Math.min(Number(parts.get("loop")) || 0, path.length);
  if (loop) await show(view);
  if (wanted && !catalogue.some(each => each.name === wanted)) say(`There is no algorithm \u201c${wanted}\u201d; this is another.`, "bad");
  if (parts.has("story")) await story(!parts.has("at"), lessons[parts.get("story")] ? parts.get("story") : entry().name);
  if (parts.has("at")) await move(Number(parts.get("at")));
  // A link with a question and no path asks it.
  if (question && !parts.has("path") && !parts.has("story")) await check();
}

// --- the checker

async function check() {
  if (busy) return;
  pause();
  busy = true;
  byId("check").disabled = true;
  byId("stop").hidden = false;
  // Of the seconds nothing is told, but of the verdict.
  byId("verdict").setAttribute("aria-busy", "true");
  const began = performance.now();
  clock = setInterval(() => say(`Exploring every interleaving: ${Math.round((performance.now() - began) / 1000)} s`), 500);
  const found = await engine.ask("check", MOST_STATES);
  checked();
  if (found.error) {
    say(found.error, "bad");
    return;
  }
  const size = `${found.states.toLocaleString("en")} states, ${found.transitions.toLocaleString("en")} steps, depth ${found.depth}`;
  const reach = question && question.kind === "reach" ? question.formulas[0] : null;
  const untested = question && found.properties.some(([name, verdict, tested]) => name.includes(question.formulas[0]) && verdict === "holds" && !tested);
  if (reach && found.violated === `${reach} is true`) {
    loop = 0;
    say(`Reached: ${reach}. The shortest run has ${found.path.length} steps and is shown; ${size}.`, "good");
    await go(found.path, found.path);
  } else if (reach && found.verdict === "holds") {
    say(`Not reachable: ${reach} is true in none of ${size}.`, "bad");
  } else if (found.cycle > 0) {
    say(`Violated: ${found.violated}. A run is shown; its last ${found.cycle} steps can be repeated forever; ${size}.`, "bad");
    loop = found.cycle;
    await go(found.path, found.path);
  } else if (found.violated) {
    loop = 0;
    say(`Violated: ${found.violated}. The shortest way there has ${found.path.length} steps and is shown; ${size}.`, "bad");
    await go(found.path, found.path);
  } else if (found.verdict === "holds") {
    const too = question ? `, \u201c${words(question)}\u201d included,` : "";
    say(`Everything holds${too} in all of ${size}.` + (untested ? ` Your question was not tested: what it speaks of never occurs.` : ""), "good");
  } else {
    say(`Not decided: the page stops at ${MOST_STATES.toLocaleString("en")} states. symposium check goes on where the page stops. ${size}.`);
  }
}

/** The exploration has ended or is stopped: a stopped one has no answer, and its clock ends here, too. */
function checked() {
  clearInterval(clock);
  byId("verdict").removeAttribute("aria-busy");
  busy = false;
  byId("check").disabled = false;
  byId("stop").hidden = true;
}

async function stop() {
  const steps = view.path, whole = path;
  engine.end();
  checked();
  await open(whole);
  await move(steps.length);
  say("Stopped: not decided.");
}

/** The lesson of the algorithm, or else a run of it, which plays slowly. */
async function story(plays = true, name = entry().name) {
  if (busy || !view) return;
  pause();
  const text = lessons[name];
  const answer = text === undefined ? await engine.ask("story") : await engine.ask("lesson", entry().name, text);
  if (answer.error) {
    say(answer.error, "bad");
    return;
  }
  if (text === undefined) {
    loop = 0;
    await go([], answer);
    say("A run without faults: two ask at once. Space pauses, the arrow keys step; beside each step stands what the paper says of its rule.");
    byId("speed").value = "1800";
  } else {
    lesson = { ...answer.lesson, name };
    question = lesson.ask ? { kind: lesson.ask, formulas: lesson.formulas } : null;
    if (question) ask(question.kind, question.formulas);
    OPTIONS.forEach(each => { byId(each).value = lesson[each]; });
    byId("topology").value = lesson.topology;
    byId("variant").value = lesson.variant;
    before = null;
    loop = 0;
    path = lesson.path;
    await show(answer);
  }
  if (plays) play();
}

/** The lesson on questions, which has an algorithm of its own. */
async function teach() {
  if (busy || !view) return;
  byId("algorithm").value = /^algorithm (.*)$/m.exec(lessons[ASKING])[1];
  question = null;
  choose();
  await open();
  await story(true, ASKING);
}

// --- playing

function pause() {
  clearTimeout(playing);
  playing = null;
  byId("play").textContent = "Play";
}

/** Along the path, then any step that is no fault. */
async function step() {
  if (view.path.length < path.length) return move(view.path.length + 1);
  const usual = view.choices.map((each, index) => [each, index]).filter(([each]) => !each.fault);
  if (usual.length === 0 || view.broken) return pause();
  return take(usual[Math.floor(Math.random() * usual.length)][1]);
}

function play() {
  if (playing) return pause();
  byId("play").textContent = "Pause";
  later();
}

/** A step after the other; a new remark stays as long as it takes to read. */
function later() {
  const told = byId("remark").classList.contains("new") ? byId("remark").textContent.length * READING : 0;
  playing = setTimeout(async () => {
    const played = playing;
    await step();
    if (playing !== played) return;
    if (lesson && view.path.length >= path.length) pause();
    else later();
  }, Math.max(told, Number(byId("speed").value)));
}

// --- what is pressed

const moves = {
  Home: () => move(0), End: () => move(path.length), " ": play, c: check, s: () => story(), m: () => openSimulation(), a: () => byId("first").focus(),
  ArrowLeft: () => move(view.path.length - 1), ArrowRight: () => move(view.path.length + 1)
};
document.addEventListener("keydown", key => {
  if (byId("simulation").open || key.ctrlKey || key.altKey || key.metaKey || ["SELECT", "INPUT"].includes(key.target.tagName)) return;
  if (key.key === " " && key.target.tagName === "BUTTON") return;
  if (/^[1-9]$/.test(key.key)) {
    pause();
    take(Number(key.key) - 1);
  } else if (moves[key.key]) {
    key.preventDefault();
    if (key.key !== " ") pause();
    moves[key.key]();
  }
});
byId("start").onclick = () => { pause(); moves.Home(); };
byId("back").onclick = () => { pause(); moves.ArrowLeft(); };
byId("forward").onclick = () => { pause(); moves.ArrowRight(); };
byId("end").onclick = () => { pause(); moves.End(); };
byId("play").onclick = play;
byId("story").onclick = () => story();
byId("check").onclick = check;
byId("stop").onclick = stop;
byId("simulate").onclick = () => openSimulation();
byId("speed").onchange = () => { if (playing) { pause(); play(); } };
byId("asking").onsubmit = submitted => { submitted.preventDefault(); pose(); };
byId("drop").onclick = () => { ask("never", []); pose(); };
byId("teach").onclick = teach;
byId("kind").onchange = form;
byId("algorithm").onchange = () => { question = null; choose(); open(); };
byId("variant").onchange = () => { chooseVariant(); open(); };
["topology", ...OPTIONS].forEach(each => { byId(each).onchange = () => open(); });

(async () => {
  engine.begin();
  catalogue = await engine.ask("catalogue");
  if (catalogue.error) {
    say(catalogue.error, "bad");
    return;
  }
  fill(catalogue);
  form();
  await follow();
  window.addEventListener("hashchange", follow);
})();
