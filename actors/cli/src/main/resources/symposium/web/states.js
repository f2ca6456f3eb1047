"use strict";
/** A process is written [number, incarnation], as a neighbour {id, side}: here by its number and side alone. */
function brief(value) {
  if (Array.isArray(value)) {
    const id = value.length === 2 && Number.isInteger(value[0]) && value[0] >= 0 && /^-?\d+$/.test(value[1]);
    return id ? value[0] : value.map(brief);
  }
  if (value === null || typeof value !== "object") return value;
  if ("id" in value && "side" in value) return brief(value.id) + (value.side === "NONE" ? "" : " " + value.side.toLowerCase());
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.split("@")[0], brief(each)]));
}

/** The components of a state with those of records within it, by their paths. */
function flat(value, path = "") {
  return Object.entries(value || {}).flatMap(([name, each]) =>
    each !== null && typeof each === "object" && !Array.isArray(each) && Object.keys(each).length > 0 && path.split(".").length < 3
      ? flat(each, path + name + ".") : [[path + name, text(each)]]);
}

function text(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
