/** What a search found and why, and what an answer rests on. */

import { button, byId, el, emptyState, fill, many, short, shown, spinner, trying } from "./dom.js";
import { entityLink, factRow, tags } from "./facts.js";
import { sourcesOf } from "./texts.js";
import { periodText, timeText } from "./times.js";

const CHANNELS = {
  keyword: "its words", dense: "its meaning", graph: "the graph", bridge: "a name it shares",
  votes: "facts found in it", fit: "reading the line", ppr: "its place in the graph",
};

function channelText(name) {
  const [channel] = name.split(":");
  return CHANNELS[channel] ?? channel;
}

function ordinal(place) {
  const tail = place % 100 > 10 && place % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][place % 10] ?? "th";
  return place + tail;
}

function reasons(why) {
  const parts = [...why.parts].filter(([channel]) => channel !== "fit").sort((one, other) => one[1] - other[1]);
  return parts.length ? `Found by ${parts.map(([channel, rank]) => `${channelText(channel)} (${ordinal(rank)})`).join(", ")}` : `Found by ${channelText(why.channel)}`;
}

/** Why this place: each channel with its place and score, and the way through the graph. */
function whyOf(why, app) {
  const rows = why.parts.map(([channel, rank, score]) =>
    el("tr", {}, el("th", { scope: "row" }, channelText(channel)), el("td", {}, ordinal(rank)), el("td", {}, score.toFixed(3))));
  const table = el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "Found by"), el("th", {}, "Place"), el("th", {}, "Score"))), el("tbody", {}, rows));
  const path = el("p", { class: "path" });
  const load = () => trying(async () => {
    if (why.path.length < 2) return fill(path, "Met directly, without a way through the graph.");
    const { results } = await app.source.call("items", { items: why.path, ...app.past });
    const steps = results.map((one) => (one.kind === "entity" ? entityLink(one.id, one.name, app) : el("span", {}, short(one.text, 90))));
    return fill(path, "Way: ", steps.flatMap((step, place) => (place ? [" → ", step] : [step])));
  });
  return el("details", { class: "why", ontoggle: (event) => event.target.open && load() },
    el("summary", {}, reasons(why)), el("div", {}, table, path,
      el("p", { class: "aside" }, `Place ${why.rank} by the sum ${why.score.toFixed(3)} of all of them.`)));
}

function resultRow(found, app) {
  const { item, why } = found;
  const kind = el("span", { class: `kind ${item.kind}` }, item.kind === "episode" ? "text" : item.kind === "thesis" ? "statement" : item.kind);
  const long = item.kind === "episode" ? short(item.text, 260) : shown(item.text);
  const when = item.kind === "episode" ? [timeText(item.at), item.source && shown(item.source)].filter(Boolean).join(" · ") : periodText(item);
  const press = () => app.show(item);
  const says = button(long, press, "says link", { "aria-label": `${item.kind}: ${long}` });
  const marks = item.kind === "fact" ? tags(item, app.moment) : null;
  return el("li", { class: "result" }, el("p", { class: "head" }, el("span", { class: "rank" }, String(why.rank)), kind, el("span", { class: "when" }, when), marks),
    says, el("div", { class: "foot" }, sourcesOf(item, app), whyOf(why, app)));
}

export async function search(query, app) {
  const box = byId("results");
  const wanted = app.turn("results");
  fill(box, spinner("Searching…"));
  app.tab("results");
  const { results } = await app.source.call("recall", { query, k: 20, ...app.past });
  if (!wanted()) return;
  if (!results.length) {
    fill(box, emptyState("Nothing found", "No text, fact or statement in this memory is near these words."));
    return;
  }
  fill(box, el("h2", {}, many(results.length, "result")), el("ol", { class: "list" }, results.map((one) => resultRow(one, app))));
  await app.lightItems(results.slice(0, 8).map((one) => one.item), true);
}

export async function ask(question, app) {
  const box = byId("results");
  const wanted = app.turn("results");
  fill(box, spinner("Reading what is remembered…"));
  app.tab("results");
  const answer = await app.source.call("ask", { question, ...app.past });
  const ids = [...answer.facts, ...answer.theses, ...answer.episodes];
  const { results } = ids.length ? await app.source.call("items", { items: ids, ...app.past }) : { results: [] };
  if (!wanted()) return;
  const cited = results.filter((one) => one.kind !== "episode" || !answer.facts.length);
  fill(box, answerBox(answer), cited.length ? el("h3", {}, "It rests on") : null,
    el("ol", { class: "list" }, cited.map((item) => citation(item, app))), closestOf(answer, app), stepsOf(answer));
  await app.lightItems(results, true);
}

function answerBox(answer) {
  const failed = answer.failure !== null;
  const text = answer.text ?? (failed ? "The model failed" : "Not in this memory");
  const sure = answer.text === null ? "" : `Confidence ${Math.round(answer.confidence * 100)} %`;
  const reason = answer.reason && answer.reason !== "not in memory" ? shown(answer.reason) : "";
  const said = reason && !reason.includes(" ") ? `found by ${reason}` : reason;
  return el("div", { class: `answer ${answer.text === null ? "none" : ""}`, role: "status" }, el("p", { class: "big" }, shown(text)),
    el("p", { class: "aside" }, [sure, said].filter(Boolean).join(" · ")));
}

function citation(item, app) {
  if (item.kind === "fact") return factRow(item, app, null, true);
  return el("li", { class: "result" }, button(short(item.text, 300), () => app.show(item), "says link"), el("div", { class: "foot" }, sourcesOf(item, app)));
}

function closestOf(answer, app) {
  if (!answer.closest.length) return null;
  return [el("h3", {}, "Closest to it"), el("ol", { class: "list" }, answer.closest.map((item) => citation(item, app)))];
}

function stepsOf(answer) {
  if (!answer.steps.length) return null;
  return el("details", { class: "why" }, el("summary", {}, `How it was found: ${many(answer.steps.length, "step")}`),
    el("ol", {}, answer.steps.map((step) => el("li", {}, `${step.what}: ${short(step.outcome, 200)}`))));
}
