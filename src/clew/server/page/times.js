/** Times as the memory tells them: dates as ISO 8601, or steps of a game; and what holds when. */

import { shown } from "./dom.js";

export function keyOf(time, open) {
  if (time === null || time === undefined) return open;
  return typeof time === "number" ? time : Date.parse(time);
}

/** Whether facts are dated in steps of a game; undefined if none of them tells. */
export function countsSteps(facts) {
  const told = facts.map((one) => one.valid_from ?? one.valid_to).find((time) => (time ?? null) !== null);
  return told === undefined ? undefined : typeof told === "number";
}

export function fromOf(fact) {
  return keyOf(fact.valid_from, -Infinity);
}

export function toOf(fact) {
  return keyOf(fact.valid_to, Infinity);
}

export function timeText(time, precision = "moment") {
  if (time === null || time === undefined) return "";
  if (typeof time === "number") return `step ${time}`;
  if (precision === "year") return time.slice(0, 4);
  if (precision === "month") return time.slice(0, 7);
  const midnight = /T00:00:00(\.0+)?(\+00:00|Z)$/.test(time);
  return precision !== "moment" || midnight ? time.slice(0, 10) : time.slice(0, 16).replace("T", " ");
}

export function momentText(key, steps) {
  return steps ? `step ${key}` : timeText(new Date(key).toISOString().replace(".000Z", "+00:00"));
}

/** When a fact holds; a start that is only the time of the text is when it was said. */
export function periodText(fact) {
  const from = timeText(fact.valid_from, fact.valid_from_precision);
  const to = timeText(fact.valid_to, fact.valid_to_precision);
  if (fact.planned_for) return `planned for ${shown(fact.planned_for)}`;
  if (from && fact.valid_from_precision === "said") return to ? `said ${from}, until ${to}` : `said ${from}`;
  if (from && to) return from === to ? from : `${from} to ${to}`;
  if (to) return `until ${to}`;
  return from ? `since ${from}` : "";
}

/** What a fact is at a moment: "now", "past", "ahead", "planned" or "retired". */
export function standing(fact, moment) {
  if (fact.rejected) return "retired";
  if (toOf(fact) <= moment) return "past";
  if (fromOf(fact) > moment) return "ahead";
  return fact.planned_for ? "planned" : "now";
}
