/** The card of an entity, of a fact or of a text. */

import { button, byId, el, emptyState, fill, many, short, shown, spinner } from "./dom.js";
import { entityLink, factRow } from "./facts.js";
import { sourceText, sourcesOf } from "./texts.js";
import { fromOf, periodText, standing, timeText, toOf } from "./times.js";

const GROUPS = [
  ["now", "Holds"], ["planned", "Planned"], ["past", "Ended"], ["ahead", "Not begun yet"], ["retired", "Retired"],
];

export async function welcome(part, app) {
  const hubs = part.centre.map((id) => part.entities.find((one) => one.entity.id === id)).filter(Boolean);
  if (!hubs.length) {
    return emptyState("Nothing is remembered yet", "Tell it something: clew remember FILE, or the operation remember.");
  }
  const { items } = await app.source.call("list", { what: "episodes", newest: true, limit: 6 });
  return [
    el("h2", {}, "Where to begin"),
    el("p", { class: "aside" }, `This memory holds ${many(part.total, "fact")} of all times. These things have many of them; click one in the graph to grow it.`),
    el("ul", { class: "hubs" }, hubs.map((one) => el("li", {}, entityLink(one.entity.id, one.entity.name, app), el("span", { class: "when" }, many(one.facts, "fact"))))),
    el("h3", {}, "Newest texts"),
    el("ul", { class: "list" }, items.map((one) => el("li", { class: "result" },
      button(short(one.text, 120), () => app.show(one), "says link"), el("p", { class: "when" }, [timeText(one.at), shown(one.source)].filter(Boolean).join(" · "))))),
  ];
}

export async function entityCard(part, app) {
  const { entity } = part.entities.find((one) => one.entity.id === part.centre[0]);
  const box = fill(byId("card"), cardHead(entity, part, app));
  const [lists, statements] = [el("div"), el("div")];
  box.append(lists, statements);
  const facts = [...part.facts];
  const draw = () => {
    fill(lists, GROUPS.map(([kind, title]) => group(kind, title, facts, entity, app)));
    const left = part.total - facts.length;
    if (left > 0) lists.append(button(`Show more (${many(left, "fact")} left)`, more, "plain wide"));
  };
  const more = async () => {
    const next = await app.around(entity.id, 100, facts.length);
    facts.push(...next.facts);
    draw();
  };
  draw();
  app.redraw = draw;
  const { results } = await app.source.call("theses", { entity: `id:${entity.id}`, ...app.past }).catch(() => ({ results: [] }));
  if (results.length) {
    fill(statements, el("h3", {}, `Statements (${results.length})`), el("ul", { class: "list" }, results.slice(0, 40).map((one) => statement(one, app))));
  }
}

function cardHead(entity, { total, namesakes = [] }, app) {
  const deeds = app.may("write") && app.past.known === undefined
    ? el("p", { class: "deeds" },
      button("Merge…", () => app.actions.merge(entity), "small"),
      app.may("forget") ? button("Forget…", () => app.actions.forget({ entity: `id:${entity.id}` }), "small bad") : null)
    : null;
  const names = entity.aliases.length
    ? el("p", { class: "aliases" }, "also ", entity.aliases.map((name) => el("span", { class: "chip" }, shown(name),
      deeds ? button("split", () => app.actions.split(name, entity), "small", { title: `Split ${shown(name)} off` }) : null)))
    : null;
  const others = namesakes.length
    ? el("p", { class: "aside namesakes" }, "Others of this name: ",
      namesakes.flatMap((one, place) => [place ? ", " : "", entityLink(one.id, `${one.name} (id:${one.id})`, app)]))
    : null;
  return el("header", { class: "cardhead" }, el("h2", {}, shown(entity.name)), names, others,
    el("p", { class: "aside" }, `${many(total, "fact")} of all times · told in ${many(entity.episodes.length, "text")}`), deeds);
}

function group(kind, title, facts, entity, app) {
  const mine = facts.filter((one) => standing(one, app.moment) === kind);
  if (!mine.length) return null;
  const newest = (one, other) => (fromOf(other) > fromOf(one) ? 1 : fromOf(other) < fromOf(one) ? -1 : other.id - one.id);
  mine.sort(kind === "past" ? (one, other) => (toOf(other) - toOf(one)) || newest(one, other) : newest);
  const list = el("ul", { class: "list" }, mine.map((one) => factRow(one, app, entity.id)));
  const open = kind !== "retired";
  return el("details", { class: "group", open }, el("summary", {}, el("h3", {}, title), el("span", { class: "when" }, String(mine.length))), list);
}

function statement(one, app) {
  return el("li", { class: `fact ${standing({ ...one, rejected: false, planned_for: "" }, app.moment)}` }, el("p", { class: "says" }, shown(one.text)), el("div", { class: "foot" }, el("span", { class: "when" }, periodText(one)), sourcesOf(one, app)));
}

export async function factCard(fact, app) {
  fill(byId("card"), el("h2", {}, "A fact"), el("ul", { class: "list" }, factRow(fact, app, null, true)), fact.disputed.length ? el("p", { class: "aside" }, "Another source says otherwise: see Conflicts.") : null);
  app.redraw = () => factCard(fact, app);
}

export async function textCard(episode, app) {
  const box = fill(byId("card"), el("h2", {}, "A text"), el("p", { class: "aside" }, timeText(episode.at)), spinner("Reading…"));
  const wanted = app.turn("card");
  const told = await app.source.call("grounds", { item: episode.id, ...app.past });
  if (!wanted()) return;
  fill(box, el("h2", {}, "A text"), told.texts.map((one) => sourceText(one, app)));
  app.redraw = () => {};
}
