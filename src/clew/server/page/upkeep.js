/** How the memory is: what it holds, what waits, what was lost, what it cost, and its sources. */

import { button, byId, el, fill, many, shown, toast } from "./dom.js";
import { timeText } from "./times.js";

const PAGE = 30;

/** Show on the tab how many texts wait. */
export function waitingTexts(stats) {
  const count = byId("tab-upkeep").querySelector(".count");
  count.hidden = !stats.pending;
  count.textContent = String(stats.pending);
}

export async function upkeepPanel(app) {
  const box = byId("upkeep");
  const [stats, usage, waiting] = await Promise.all(["stats", "usage", "jobs"].map((one) => app.source.call(one)));
  waitingTexts(stats);
  fill(box, el("h2", {}, "Upkeep"), tiles(stats), jobs(stats, waiting.results, app), losses(stats), costs(usage.results), await sources(app), file(stats, app));
}

function tiles(stats) {
  const shownKinds = [["episode", "texts"], ["fact", "facts"], ["entity", "things"], ["thesis", "statements"]];
  const tile = (count, label) => el("li", {}, el("b", {}, count.toLocaleString("en")), ` ${label}`);
  return el("ul", { class: "tiles" }, shownKinds.map(([kind, label]) => tile(stats.kinds[kind] ?? 0, label)),
    tile(stats.superseded.fact ?? 0, "facts ended"), tile(stats.merged, "names merged"), tile(stats.revision, "revisions"));
}

const SHOWN = 20;

function jobs(stats, open, app) {
  const waiting = stats.pending
    ? el("p", {}, `${many(stats.pending, "text")} kept, not learned from yet.`)
    : el("p", { class: "aside" }, "Every text was learned from.");
  const list = open.slice(0, SHOWN).map((one) => el("li", {},
    button(`Text ${one.episode}`, () => app.trying(async () => app.show(await app.source.call("episode", { episode: one.episode }))), "link"),
    ` ${shown(one.said)}`));
  const rest = open.length > SHOWN ? el("li", { class: "aside" }, `and ${(open.length - SHOWN).toLocaleString("en")} more`) : null;
  const learn = async (event) => {
    const { target } = event;
    target.disabled = true;
    target.textContent = "Learning…";
    const watch = setInterval(async () => {
      const now = await app.source.call("stats").catch(() => null);
      if (now) target.textContent = `Learning… ${now.pending} left`;
    }, 1000);
    await app.trying(async () => {
      const { results } = await app.source.call("learn_pending");
      toast(`Learned from ${many(results.filter((one) => !one.pending).length, "text")}.`);
    });
    clearInterval(watch);
    await app.changed();
  };
  return el("section", {}, el("h3", {}, "Jobs"), waiting, list.length ? el("ul", { class: "lines" }, list, rest) : null,
    stats.pending && app.may("write") ? button("Learn from them now", learn, "plain") : null);
}

function losses(stats) {
  const rows = Object.entries(stats.losses);
  return el("section", {}, el("h3", {}, "Losses"), rows.length
    ? el("table", {}, el("tbody", {}, rows.map(([reason, count]) => el("tr", {}, el("th", { scope: "row" }, shown(reason)), el("td", {}, count.toLocaleString("en"))))))
    : el("p", { class: "aside" }, "Nothing that a model said was dropped."));
}

function costs(rows) {
  if (!rows.length) return el("section", {}, el("h3", {}, "Costs"), el("p", { class: "aside" }, "No language model was asked: the offline rules cost nothing."));
  const cell = (value) => el("td", {}, value);
  const tokens = (one) => ((one.input_tokens ?? 0) + (one.output_tokens ?? 0)).toLocaleString("en");
  return el("section", {}, el("h3", {}, "Costs"), el("table", {},
    el("thead", {}, el("tr", {}, ["Task", "Model", "Calls", "Tokens", "Cost"].map((each) => el("th", {}, each)))),
    el("tbody", {}, rows.map((one) => el("tr", {}, el("th", { scope: "row" }, shown(one.task)), cell(shown(one.model)), cell(one.calls.toLocaleString("en")), cell(tokens(one)), cell(one.cost ? `$${one.cost.toFixed(4)}` : "–"))))));
}

async function sources(app) {
  const list = el("ul", { class: "list" });
  const more = el("p");
  const load = async (cursor) => {
    const page = await app.source.call("list", { what: "sources", limit: PAGE, cursor });
    list.append(...page.items.map((one) => el("li", { class: "fact" },
      el("p", { class: "says" }, shown(one.name || "no source")),
      el("p", { class: "when" }, `${many(one.episodes, "text")} · ${timeText(one.first)}${one.first === one.last ? "" : ` to ${timeText(one.last)}`}`),
      app.may("forget") && one.name ? el("div", { class: "foot" }, button("Forget…", () => app.actions.forget({ source: one.name }), "small bad")) : null)));
    fill(more, page.cursor ? button(`Show more (${page.more.toLocaleString("en")} left)`, () => app.trying(() => load(page.cursor)), "plain wide") : null);
  };
  await load(null);
  return el("section", {}, el("h3", {}, "Sources"), list, more);
}

function file(stats, app) {
  const check = async () => {
    const { results } = await app.source.call("check");
    toast(results.length ? results.map((one) => one.message ?? JSON.stringify(one)).join("; ") : "The file is sound.", results.length ? "bad" : "");
  };
  return el("section", {}, el("h3", {}, "File"),
    el("p", { class: "aside" }, `${(stats.file_bytes / 1e6).toFixed(1)} MB · vectors: ${stats.embedder ?? "none"}${stats.residue ? " · erased bytes wait for other readers to close" : ""}`),
    app.may("admin") ? button("Check the file", () => app.trying(check), "plain") : null);
}
