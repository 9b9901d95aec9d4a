/** What the server can be asked: every route of its own description, with an example of a request. */

import { byId, el, emptyState, fill } from "./dom.js";

const KINDS = [
  ["read", "Reading"], ["write", "Changing"], ["forget", "Erasing"], ["admin", "Administration"],
  ["streams", "Streams"], ["namespaces", "Namespaces"], ["server", "The server"],
];

class Description {
  constructor(told) {
    this.told = told;
  }

  /** A part of the description, wherever it stands. */
  found(schema = {}) {
    const name = schema.$ref?.split("/").at(-1);
    return name ? this.told.components.schemas[name] : schema;
  }

  /** What a value is, in a word or two. */
  kind(given) {
    const schema = this.found(given);
    if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(", ");
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    const either = schema.anyOf ?? schema.oneOf;
    if (either) return [...new Set(either.map((one) => this.kind(one)))].filter((one) => one !== "null").join(" or ");
    if (schema.type === "array") return `list of ${this.kind(schema.items ?? {})}`;
    return schema.type ?? "any";
  }

  routes() {
    return Object.entries(this.told.paths).flatMap(([path, ways]) =>
      Object.entries(ways).map(([way, one]) => ({ path, way: way.toUpperCase(), ...one })));
  }
}

/** A text of the description; what stands in backticks is code. */
function told(text) {
  return text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));
}

function example(route, body) {
  const address = `${location.origin}${route.path.replace("{namespace}", "default")}`;
  const given = Object.values(body?.examples ?? {})[0]?.value;
  const way = route.way === "GET" || given ? "" : ` -X ${route.way}`;
  const sent = given ? ` --json '${JSON.stringify(given).replaceAll("'", "'\\''")}'` : "";
  return `curl -s${way} ${address}${sent}`;
}

function argumentsOf(route, body, description) {
  const schema = description.found(body?.schema);
  const needed = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([name, one]) => ({ name, schema: one, needed: needed.has(name) }));
  for (const one of route.parameters ?? []) {
    if (one.in === "query") rows.push({ name: `?${one.name}`, schema: one.schema, needed: one.required });
  }
  if (!rows.length) return null;
  return el("table", {}, el("tbody", {}, rows.map((one) => el("tr", {},
    el("td", {}, el("code", {}, one.name), one.needed ? " (needed)" : ""),
    el("td", {}, description.kind(one.schema)),
    el("td", {}, told(one.schema.description ?? ""))))));
}

function shownRoute(route, description) {
  const body = route.requestBody?.content?.["application/json"];
  return el("details", { "data-route": route.path },
    el("summary", {}, el("code", {}, `${route.way} ${route.path}`), el("span", { class: "aside" }, route.summary ?? "")),
    route.description ? el("p", {}, told(route.description)) : null,
    el("pre", {}, example(route, body)),
    argumentsOf(route, body, description));
}

async function begin() {
  const reply = await fetch("openapi.json");
  if (!reply.ok) throw new Error(`/openapi.json answers with the status ${reply.status}`);
  const description = new Description(await reply.json());
  const routes = description.routes();
  const { info } = description.told;
  fill(byId("routes"),
    el("p", {}, `${info.title} ${info.version}. `, told(info.description)),
    el("p", {}, "Where the server has tokens, a request brings one: ", el("code", {}, "-H 'Authorization: Bearer TOKEN'"),
      ". The whole description, with all answers, is ", el("a", { href: "openapi.json" }, "openapi.json"), "."),
    KINDS.map(([tag, title]) => {
      const some = routes.filter((one) => (one.tags ?? ["server"]).includes(tag));
      return some.length ? [el("h2", {}, title), some.map((one) => shownRoute(one, description))] : null;
    }));
  document.body.dataset.ready = "yes";
}

begin().catch((error) => fill(byId("routes"), emptyState("It cannot be shown", error.message || String(error))));
