/** A fact as a row: what it says, since when, on whose word, and what can be done to it. */

import { button, el, shown } from "./dom.js";
import { sourcesOf } from "./texts.js";
import { periodText, standing } from "./times.js";

export function entityLink(id, name, app) {
  return button(shown(name), () => app.open(id), "link", { title: shown(name) });
}

export function tags(fact, moment) {
  const stands = standing(fact, moment);
  const marks = [];
  if (fact.disputed.length) marks.push(el("span", { class: "tag disputed" }, "disputed"));
  if (stands === "planned") marks.push(el("span", { class: "tag planned" }, "planned"));
  if (stands === "retired") marks.push(el("span", { class: "tag" }, "retired"));
  return marks;
}

function changes(fact, app) {
  if (!app.may("write") || app.past.known !== undefined) return null;
  const press = (what) => () => app.actions[what](fact);
  const deeds = fact.rejected
    ? [button("Restore…", press("restore"), "small")]
    : [button("Correct…", press("correct"), "small"), button("Retire…", press("retire"), "small")];
  return el("details", { class: "more" }, el("summary", { "aria-label": "Change this", title: "Change this" }, "⋯"), el("p", { class: "deeds" }, deeds));
}

/** A fact about an entity; without one, the whole statement. */
export function factRow(fact, app, about = null, open = false) {
  const subject = fact.subject === about
    ? null : entityLink(fact.subject, fact.subject_name, app);
  const object = fact.object === about && fact.subject !== about
    ? el("span", { class: "self" }, shown(fact.object_name)) : entityLink(fact.object, fact.object_name, app);
  const says = el("p", { class: "says" }, subject, " ", el("span", { class: "relation" }, shown(fact.relation)), " ", object);
  const when = el("span", { class: "when" }, periodText(fact) || "undated", tags(fact, app.moment));
  const row = el("li", { class: `fact ${standing(fact, app.moment)}`, "data-fact": String(fact.id) }, says,
    el("div", { class: "foot" }, when, sourcesOf(fact, app, open), changes(fact, app)));
  row.addEventListener("mouseenter", () => app.graph.cy.getElementById(`f${fact.id}`).addClass("near"));
  row.addEventListener("mouseleave", () => app.graph.atMoment(app.moment));
  return row;
}
