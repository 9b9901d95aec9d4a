/** Conflicts that trust does not settle, for a person to decide. */

import { button, byId, el, emptyState, fill, many, shown } from "./dom.js";
import { sourcesOf } from "./texts.js";
import { periodText } from "./times.js";

export async function conflictsPanel(app) {
  const box = byId("conflicts");
  const [open, decided] = await Promise.all([
    app.source.call("conflicts", {}), app.source.call("conflicts", { decided: true })]);
  const count = byId("tab-conflicts").querySelector(".count");
  count.hidden = !open.results.length;
  count.textContent = String(open.results.length);
  fill(box,
    open.results.length
      ? [el("h2", {}, `${many(open.results.length, "conflict")} to settle`), el("p", { class: "aside" }, "A less trusted source says what a more trusted one excludes. Both are kept until you decide."), open.results.map((one) => pair(one, app))]
      : emptyState("No conflicts", "No source contradicts one that is trusted more. When one does, both sides are kept and you decide here."),
    decided.results.length ? [el("h3", {}, "Decided"), decided.results.map((one) => pair(one, app))] : null);
  return open.results.length;
}

function pair(one, app) {
  const claim = side(one.claim, one.claim_sources, one.claim_level, one, app, "claim");
  const over = one.over ? el("p", { class: "aside" }, "The second says the same, and that it is over.") : null;
  return el("article", { class: "conflict" }, side(one.fact, one.sources, one.level, one, app, "fact"), el("p", { class: "versus" }, "against"), claim, over);
}

function side(fact, sources, level, one, app, which) {
  const decide = (decision) => app.actions.do("decide", { fact: fact.id, decision }, decision === "undo" ? "Open again." : "Decided.");
  const won = one.decided === which;
  const deeds = app.may("admin")
    ? el("p", { class: "deeds" }, one.decided
      ? (won ? button("Undo", () => app.trying(() => decide("undo")), "small") : null)
      : [button("This stands", () => app.trying(() => decide("confirm")), "small good"), button("Never true", () => app.trying(() => decide("reject")), "small")])
    : null;
  return el("div", { class: `side ${won ? "won" : ""}` },
    button(shown(fact.text), () => app.show(fact), "says link"),
    el("p", { class: "when" }, periodText(fact)),
    el("p", { class: "aside" }, `${sources.map((each) => shown(each || "no source")).join(", ") || "no source"} · trust ${level}`, won ? " · stands" : ""),
    sourcesOf(fact, app), deeds);
}
