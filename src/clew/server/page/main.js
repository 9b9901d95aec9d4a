/** Puts the page together: what is chosen, at which two times, and what each part is told of it. */

import { Actions, dialog } from "./actions.js";
import { entityCard, factCard, textCard, welcome } from "./card.js";
import { conflictsPanel } from "./conflicts.js";
import { byId, el, emptyState, fill, many, preferences, shown, spinner, toast, trying } from "./dom.js";
import { Graph } from "./graph.js";
import { KeptSource } from "./kept.js";
import { LiveSource } from "./live.js";
import { ask, search } from "./results.js";
import { Sliders } from "./sliders.js";
import { countsSteps } from "./times.js";
import { upkeepPanel, waitingTexts } from "./upkeep.js";

const FIRST = 24; // facts that one click adds
const CARD = 60;
const NARROW = matchMedia("(max-width: 820px)");

class App {
  constructor(source) {
    this.source = source;
    this.past = {};
    this.moment = Date.now();
    this.steps = false;
    this.actions = new Actions(this);
    this.redraw = () => {};
    this.trying = trying;
    this.turns = new Map();
    this.about = null; // the item that the card shows
  }

  /** Begin to fill a part of the page; return what tells whether nothing else was asked of it since. */
  turn(part) {
    this.turns.set(part, (this.turns.get(part) ?? 0) + 1);
    return this.since(part);
  }

  /** Return what tells whether nothing was asked of a part of the page since now. */
  since(part) {
    const now = this.turns.get(part);
    return () => this.turns.get(part) === now;
  }

  async start() {
    const begun = await this.around(null, this.few);
    this.steps = countsSteps(begun.facts) ?? (await this.source.call("stats")).axis === "step";
    this.moment = this.steps ? Infinity : Date.now();
    this.graph = new Graph(byId("graph"), {
      open: (id) => trying(() => this.open(id, !NARROW.matches)),
      fact: (fact) => trying(() => this.show(fact)),
      say: (text) => this.say(text),
    });
    this.graph.moment = this.moment;
    this.sliders = new Sliders(this);
    this.sliders.setRevision(begun.revision);
    await this.beginning(begun);
    if (!this.source.kept) {
      this.follow(begun.revision);
      await Promise.all([conflictsPanel(this), this.upkeep(await this.source.call("stats"))]);
    }
  }

  /** Renew what tells how the memory is: at once where it is looked at, else when it is. */
  async upkeep(stats) {
    waitingTexts(stats);
    this.stale = document.body.dataset.tab !== "upkeep";
    if (!this.stale) await upkeepPanel(this);
  }

  may(scope) {
    return this.source.may(scope);
  }

  say(text) {
    byId("status").textContent = text;
  }

  tab(name) {
    document.body.dataset.tab = name;
    for (const each of document.querySelectorAll("[role=tab]")) {
      const on = each.dataset.tab === name;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
    }
    if (name === "upkeep" && this.stale) {
      this.stale = false;
      fill(byId("upkeep"), spinner("Reading…"));
      trying(() => upkeepPanel(this));
    }
  }

  around(id, limit, skip = 0) {
    const known = this.past.known === undefined ? {} : { known: this.past.known };
    const entity = id === null ? {} : { entity: `id:${id}`, skip };
    return this.source.call("around", { ...entity, limit, ...known });
  }

  /** How many facts a screen begins with. */
  get few() {
    return NARROW.matches ? 18 : 60;
  }

  /** Begin anew; `read` is what is shown first, if it is read already. */
  async beginning(read = this.around(null, this.few)) {
    const wanted = this.turn("card");
    this.turn("results");
    const part = await read;
    this.graph.clear();
    this.graph.lit = null;
    this.graph.loaded.set(null, this.few);
    this.graph.add(part);
    performance.mark("clew-graph");
    this.sliders.update();
    this.graph.fit();
    const begun = await welcome(part, this);
    if (!wanted()) return;
    this.about = null;
    fill(byId("card"), begun);
    fill(byId("results"), emptyState("Search or ask", "Type above. Enter searches; Ctrl+Enter asks. Every hit says why it was found, and every answer what it rests on."));
    this.redraw = () => {};
    const empty = byId("empty");
    empty.hidden = part.facts.length > 0;
    empty.textContent = "No facts yet.";
    this.tab(NARROW.matches ? "graph" : "card");
  }

  /** Open an entity: its card, and the next part of its facts in the graph. */
  async open(id, card = true) {
    const wanted = this.turn("card");
    const before = this.graph.loaded.get(id) ?? 0;
    const part = await this.around(id, CARD);
    const one = part.centre[0];
    const next = before < CARD ? part : await this.around(id, FIRST, before);
    if (!wanted()) return;
    const facts = before < CARD ? part.facts.slice(before, before + FIRST) : next.facts;
    const ends = new Set([one, ...facts.flatMap((each) => [each.subject, each.object])]);
    this.graph.loaded.set(one, before + facts.length);
    this.graph.lit = null;
    this.graph.chosen = one;
    this.about = { kind: "entity", id: one };
    this.graph.add({ facts, entities: next.entities.filter((near) => ends.has(near.entity.id)) });
    this.sliders.update();
    const left = part.total - before - facts.length;
    const { name } = part.entities.find((near) => near.entity.id === one).entity;
    this.say(`${shown(name)}: ${many(facts.length, "fact")} added${left > 0 ? `, ${left.toLocaleString("en")} more on the next click` : ""}`);
    if (card) this.tab("card");
    await entityCard(part, this);
  }

  /** Open whatever was found. */
  async show(item) {
    if (item.kind === "entity") return this.open(item.id);
    const wanted = this.turn("card");
    await this.lightItems([item], true);
    if (!wanted()) return undefined;
    this.about = { kind: item.kind, id: item.id };
    this.tab("card");
    return item.kind === "fact" ? factCard(item, this) : textCard(item, this);
  }

  /** Bring items into the graph, if `bring`, and light them up there. */
  async lightItems(items, bring) {
    const facts = items.filter((one) => one.kind === "fact");
    const ends = new Set(facts.flatMap((one) => [one.subject, one.object]));
    for (const one of items) if (one.kind === "thesis") for (const id of one.entities) ends.add(id);
    const fresh = [...ends].filter((id) => !this.graph.near.has(id)).slice(0, 40);
    if (bring) {
      const parts = await Promise.all(fresh.map((id) => this.around(id, 1).catch(() => null)));
      const entities = parts.filter(Boolean).flatMap((part) => part.entities.filter((near) => near.entity.id === part.centre[0]));
      const there = (id) => this.graph.near.has(id) || entities.some((near) => near.entity.id === id);
      this.graph.add({ entities, facts: facts.filter((one) => there(one.subject) && there(one.object)) });
      this.sliders.update();
    }
    this.graph.light(facts.map((one) => one.id), [...ends]);
  }

  setMoment(valid, moment) {
    if (valid === undefined) delete this.past.valid;
    else this.past.valid = valid;
    this.moment = valid === undefined && this.steps ? Infinity : moment;
    this.graph.atMoment(this.moment);
    this.banner();
    this.redraw();
  }

  async setKnown(known) {
    if (known === undefined) delete this.past.known;
    else this.past.known = known;
    this.banner();
    await this.refresh();
  }

  banner() {
    const { valid, known } = this.past;
    const parts = [known === undefined ? "" : `what was known at revision ${known}`, valid === undefined ? "" : `what was true ${this.steps ? `at step ${valid}` : `on ${String(valid).slice(0, 10)}`}`].filter(Boolean);
    const box = byId("banner");
    box.hidden = !parts.length;
    fill(box, `You see ${parts.join(" and ")}. `, el("button", { type: "button", class: "small", onclick: () => { this.sliders.toNow(); if (!this.source.kept) this.sliders.toLatest(); } }, "Back to the present"));
  }

  /** Read again what the graph and the card show; whatever is asked for meanwhile goes first. */
  async refresh() {
    const newest = this.turn("graph");
    const loaded = () => JSON.stringify([...this.graph.loaded]);
    let [read, parts] = ["", []];
    while (newest() && read !== loaded()) {
      read = loaded();
      parts = await Promise.all([...this.graph.loaded].map(([id, count]) => unknown(this.around(id, Math.min(500, Math.max(count, 1))))));
    }
    if (!newest()) return;
    this.graph.replace(parts.filter(Boolean));
    this.graph.cy.batch(() => this.graph.mark());
    this.sliders.update();
    if (this.about !== null) await this.renewCard(this.about);
  }

  async renewCard(about) {
    const wanted = this.since("card");
    const known = this.past.known === undefined ? {} : { known: this.past.known };
    const entity = about.kind === "entity";
    const now = entity
      ? await unknown(this.around(about.id, CARD)) : (await this.source.call("items", { items: [about.id], ...known })).results[0];
    if (!wanted() || about !== this.about) return;
    if (!now) fill(byId("card"), emptyState("Not known", this.past.known === undefined ? "It is not in the memory any more." : "At this revision the memory did not know it yet."));
    else if (entity) await entityCard(now, this);
    else if (now.kind === "fact") await factCard(now, this);
  }

  async changed() {
    const stats = await this.source.call("stats");
    this.sliders.setRevision(stats.revision);
    await Promise.all([this.refresh(), conflictsPanel(this), this.upkeep(stats)]);
  }

  /** Follow what others write meanwhile. */
  follow(since) {
    let waiting = null;
    let last = since;
    const renew = async () => {
      try {
        if (last <= this.sliders.last) return;
        this.sliders.setRevision(last);
        if (this.past.known === undefined) await this.changed();
        this.say(await this.sliders.changesAt(last));
      } finally {
        waiting = null;
        if (last > this.sliders.last) soon();
      }
    };
    const soon = () => {
      waiting ??= setTimeout(() => trying(renew), 400);
    };
    const changed = (change) => {
      last = Math.max(last, change.revision);
      soon();
    };
    this.source.watch(since, changed, (there) => {
      if (there) toast("The server is back.");
      else toast("The server is gone: what is shown is not renewed until it is back.", "bad");
    });
  }
}

/** What is asked for, or null where the memory does not know it; any other error is one. */
function unknown(asked) {
  return asked.catch((error) => {
    if (error.status === 404) return null;
    throw error;
  });
}

const KEYS = [
  ["/", "search or ask"], ["Enter", "search"], ["Ctrl+Enter", "ask"], ["g", "to the graph; arrows go to a neighbour, Enter opens it"],
  ["+  −  0", "closer, further, show all"], ["1 to 4", "search, card, conflicts, upkeep"], ["t", "to the time slider"], ["Esc", "leave a dialog; lights out"], ["?", "these keys"],
];

function listen(app) {
  const query = byId("query");
  const run = (work) => trying(async () => {
    const text = query.value.trim();
    if (text) await work(text, app);
  });
  byId("asking").addEventListener("submit", (event) => { event.preventDefault(); run(search); });
  byId("ask").addEventListener("click", () => run(ask));
  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !app.source.kept) { event.preventDefault(); run(ask); }
  });
  byId("home").addEventListener("click", () => trying(() => app.beginning()));
  byId("zoom-in").addEventListener("click", () => app.graph.nearer(1.3));
  byId("zoom-out").addEventListener("click", () => app.graph.nearer(0.77));
  byId("zoom-fit").addEventListener("click", () => app.graph.fit());
  byId("clear").addEventListener("click", () => { app.graph.clear(); app.sliders.update(); });
  byId("help").addEventListener("click", keysHelp);
  byId("theme").addEventListener("click", () => turnTheme(app));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => app.graph?.restyle());
  document.addEventListener("keydown", (event) => pressed(event, app));
  for (const each of document.querySelectorAll("[role=tab]")) each.addEventListener("click", () => app.tab(each.dataset.tab));
  document.querySelector(".tabs").addEventListener("keydown", (event) => alongTabs(event, app));
}

function alongTabs(event, app) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [...document.querySelectorAll("[role=tab]")].filter((one) => one.offsetParent);
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  app.tab(next.dataset.tab);
  next.focus();
}

function pressed(event, app) {
  const typing = event.target.closest("input:not([type=range]), textarea, select, dialog");
  if (event.key === "Escape" && !byId("dialog").open) {
    app.graph.light([]);
    document.activeElement.blur();
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const tabs = { 1: "results", 2: "card", 3: "conflicts", 4: "upkeep" };
  const go = (work) => { event.preventDefault(); work(); };
  if (event.key === "/") go(() => byId("query").select());
  else if (event.key === "?") go(keysHelp);
  else if (event.key === "g") go(() => { if (NARROW.matches) app.tab("graph"); byId("graph").focus(); });
  else if (event.key === "t") go(() => byId("time").focus());
  else if (tabs[event.key] && !byId(`tab-${tabs[event.key]}`).hidden) go(() => { app.tab(tabs[event.key]); byId(tabs[event.key]).focus(); });
}

function keysHelp() {
  dialog("Keys", el("table", { class: "keys" }, el("tbody", {}, KEYS.map(([key, what]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, what))))), []);
}

function turnTheme(app) {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  preferences.set("clew.theme", document.documentElement.dataset.theme);
  app.graph.restyle();
}

/** Ask for a token, or say how to get in. */
function door(way, source) {
  const text = way === "ticket"
    ? "This address was used before. Open the newest one that clew view has printed."
    : "This memory needs a token: clew token add NAME makes one.";
  const input = el("input", { type: "password", id: "token", "aria-label": "Token", autocomplete: "off", placeholder: "clew_…" });
  const enter = (event) => { event.preventDefault(); source.keep(input.value.trim()); location.reload(); };
  fill(byId("card"), emptyState("Not let in", text), way === "token" ? el("form", { class: "door", onsubmit: enter }, input, el("button", { class: "good" }, "Enter")) : null);
  document.body.dataset.tab = "card";
}

function namesOf(source, app) {
  const select = byId("namespace");
  select.hidden = source.namespaces.length < 2;
  fill(select, source.namespaces.map((name) => el("option", { value: name, selected: name === source.namespace }, shown(name))));
  select.addEventListener("change", () => { source.choose(select.value); location.reload(); });
  byId("file").textContent = shown(source.memory);
  document.title = `${shown(source.memory)} · clew`;
  for (const id of ["ask", "tab-conflicts", "tab-upkeep"]) byId(id).hidden = source.kept;
  return app;
}

async function begin() {
  const theme = preferences.get("clew.theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const held = byId("kept-memory");
  const source = held ? new KeptSource(JSON.parse(held.textContent)) : new LiveSource();
  const way = await source.enter();
  if (way) return door(way, source);
  const app = namesOf(source, new App(source));
  await app.start();
  listen(app);
  window.clew = app;
  document.body.dataset.ready = "yes";
  return undefined;
}

begin().catch((error) => {
  fill(byId("card"), emptyState("It cannot be shown", shown(error.message || String(error))));
  document.body.dataset.tab = "card";
});
