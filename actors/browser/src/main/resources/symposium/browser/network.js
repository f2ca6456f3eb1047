"use strict";
/*
 * Draws processes and the messages in transit between them: a ring, a graph or a table, each process in a circle.
 * The colours are those of Okabe and Ito, which colour-blind people tell apart; a state is told by its text, too.
 */
const Network = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SIZE = 320, RADIUS = 112, NODE = 25;
  /** Circles too small for their text, and links too many to be told apart. */
  const LEAST_LABEL = 16, LEAST_NUMBER = 8, MOST_LINKS = 2000;

  function element(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /** Places on a circle, the first at the top, the others clockwise. */
  function places(numbers) {
    const all = new Map();
    numbers.forEach((number, index) => {
      const angle = 2 * Math.PI * index / numbers.length - Math.PI / 2;
      const radius = numbers.length === 1 ? 0 : RADIUS;
      all.set(number, { x: SIZE / 2 + radius * Math.cos(angle), y: SIZE / 2 + radius * Math.sin(angle) });
    });
    return all;
  }

  /** The way from one process to another, bent to its right, so that both directions can be told apart. */
  function way(from, to, along) {
    if (from === to) return { x: from.x + 34 * Math.cos(6.28 * along), y: from.y - 44 + 14 * Math.sin(6.28 * along) };
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const bend = 16 * Math.sin(Math.PI * along);
    return {
      x: from.x + (to.x - from.x) * along - (to.y - from.y) / length * bend,
      y: from.y + (to.y - from.y) * along + (to.x - from.x) / length * bend
    };
  }

  /** Where the text of a message is: outside, or above or below a level way, at whose end it would cover a process. */
  function beside(x, y, angle, index) {
    if (Math.abs(Math.sin(angle)) < 0.2) {
      const line = 9 + 11 * (index % 2);
      return { x, y: Math.cos(angle) < 0 ? y - line : y + line + 8, style: "text-anchor: middle" };
    }
    const outside = x >= SIZE / 2;
    return { x: x + (outside ? 9 : -9), y: y + 4, style: `text-anchor: ${outside ? "start" : "end"}` };
  }

  /** processes: {process, alive, waits, served, label}; links: [a, b]; transit: {from, to, type, text}. */
  function draw(svg, processes, links, transit, at) {
    const place = places(processes.map(each => each.process));
    svg.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    svg.replaceChildren();
    const add = (name, attributes, text) => {
      const made = element(name, attributes, text);
      svg.append(made);
      return made;
    };
    const size = Math.max(2, Math.min(NODE, 0.8 * Math.PI * RADIUS / processes.length));
    links.slice(0, MOST_LINKS).forEach(([a, b]) => {
      const from = place.get(a), to = place.get(b);
      if (from && to && a !== b) add("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "link" });
    });
    processes.forEach(each => {
      const { x, y } = place.get(each.process);
      const state = !each.alive ? "crashed" : each.served ? "served" : each.waits ? "waits" : "idle";
      const node = add("g", { class: `node ${state}${each.process === at ? " at" : ""}` });
      node.append(element("circle", { cx: x, cy: y, r: size }));
      // Below the text, which is read through it.
      const arm = 0.64 * size;
      if (!each.alive) node.append(element("path", { d: `M${x - arm},${y - arm}l${2 * arm},${2 * arm}m0,${-2 * arm}l${-2 * arm},${2 * arm}`, class: "cross" }));
      if (size >= LEAST_NUMBER) node.append(element("text", { x, y: size >= LEAST_LABEL ? y - 1 : y + 4 }, String(each.process)));
      if (size >= LEAST_LABEL) node.append(element("text", { x, y: y + 13, class: "label" }, each.label));
      node.append(element("title", {}, `process ${each.process}: ${each.label}`));
    });
    const onLink = new Map();
    transit.forEach(each => {
      const key = each.from + ">" + each.to;
      onLink.set(key, (onLink.get(key) || []).concat(each));
    });
    onLink.forEach(messages => messages.forEach((each, index) => {
      const from = place.get(each.from), to = place.get(each.to);
      if (!from || !to) return;
      // The oldest is nearest to its recipient.
      const along = 0.72 - 0.44 * (messages.length === 1 ? 0.5 : index / (messages.length - 1));
      const { x, y } = way(from, to, along);
      const ahead = way(from, to, along + 0.02);
      const turn = Math.atan2(ahead.y - y, ahead.x - x) * 180 / Math.PI;
      const message = add("g", { class: "message " + kind(each.type), "data-sent": each.sent });
      message.append(element("path", { d: "M-7,-5L7,0L-7,5Z", transform: `translate(${x},${y}) rotate(${turn})` }));
      if (messages.length <= 4) {
        message.append(element("text", beside(x, y, from === to ? Math.PI / 2 : Math.atan2(to.y - from.y, to.x - from.x), index),
          each.text.length > 16 ? each.text.slice(0, 15) + "\u2026" : each.text));
      }
      message.append(element("title", {}, `${each.text}, from ${each.from} to ${each.to}`));
    }));
  }

  /** Tokens are told from requests and signals by their look. */
  function kind(type) {
    return /token|privilege|baton|ping|pong/.test(type) ? "token" : /signal/.test(type) ? "signal" : "other";
  }

  return { draw, kind };
})();
