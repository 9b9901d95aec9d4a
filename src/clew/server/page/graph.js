/** The graph that is drawn: Cytoscape draws, d3-force places, this says what is shown and how. */

import { many, short, shown } from "./dom.js";
import { periodText, standing } from "./times.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MANY = 70; // with more facts than this, only those of what is chosen are labelled

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function graphStyle() {
  const line = { width: 2, "line-style": "solid", "line-color": colour("fact"), "target-arrow-color": colour("fact") };
  return [
    { selector: "node", style: {
      width: "data(size)", height: "data(size)", label: "data(label)", "background-color": colour("node"),
      "border-width": 1.5, "border-color": colour("node-line"), color: colour("ink"),
      "font-family": "system-ui, sans-serif", "font-size": "data(letters)", "font-weight": 500, "text-valign": "bottom", "text-margin-y": 5,
      "text-outline-color": colour("stage"), "text-outline-width": 2.5, "text-wrap": "wrap", "text-max-width": 130,
      "min-zoomed-font-size": 5.5, "transition-property": "opacity", "transition-duration": 250,
    } },
    { selector: "node.more", style: { "border-width": 5, "border-color": colour("more"), "border-style": "double" } },
    { selector: "node.faint", style: { opacity: 0.28 } },
    { selector: "node.chosen", style: { "background-color": colour("accent"), "border-color": colour("accent-line"), "font-weight": 700 } },
    { selector: "node.focus", style: { "overlay-color": colour("accent"), "overlay-opacity": 0.2, "overlay-padding": 6 } },
    { selector: "edge", style: {
      ...line, "curve-style": "bezier", "control-point-step-size": 46, "target-arrow-shape": "triangle", "arrow-scale": 0.9,
      label: "data(label)", "font-family": "system-ui, sans-serif", "font-size": 10.5, color: colour("soft"),
      "text-rotation": "autorotate", "text-background-color": colour("stage"), "text-background-opacity": 0.85,
      "text-background-padding": 2, "min-zoomed-font-size": 8, "loop-direction": "-45deg",
      "transition-property": "opacity line-color target-arrow-color", "transition-duration": 250,
    } },
    { selector: "edge.quiet", style: { "text-opacity": 0, "text-background-opacity": 0 } },
    { selector: "edge.past", style: { "line-style": "dashed", "line-dash-pattern": [5, 4], width: 1.4, opacity: 0.5, "line-color": colour("past"), "target-arrow-color": colour("past") } },
    { selector: "edge.planned", style: { "line-style": "dotted", "line-color": colour("planned"), "target-arrow-color": colour("planned") } },
    { selector: "edge.disputed", style: { "line-color": colour("disputed"), "target-arrow-color": colour("disputed") } },
    { selector: "edge.retired", style: { "line-style": "dotted", width: 1.2, opacity: 0.35, "line-color": colour("past"), "target-arrow-color": colour("past") } },
    { selector: "edge.ahead, edge.gone", style: { opacity: 0, events: "no" } },
    { selector: "node.gone", style: { opacity: 0, events: "no" } },
    { selector: ".dim", style: { opacity: 0.2 } },
    { selector: "edge.near", style: { "text-opacity": 1, "text-background-opacity": 0.9, color: colour("ink") } },
    { selector: "edge.lit", style: { opacity: 1, width: 4, "line-color": colour("cited"), "target-arrow-color": colour("cited"), "text-opacity": 1, "text-background-opacity": 0.95, color: colour("ink"), "z-index": 9 } },
    { selector: "node.lit", style: { opacity: 1, "border-width": 4, "border-color": colour("cited") } },
  ];
}

export class Graph {
  /** `on` is told what is done: `open(entity)`, `fact(fact)`, `say(text)`. */
  constructor(box, on) {
    this.on = on;
    this.box = box;
    this.moment = Infinity;
    this.places = new Map();
    this.facts = new Map();
    this.near = new Map();
    this.loaded = new Map();
    this.chosen = null;
    this.cy = cytoscape({
      container: box, style: graphStyle(), minZoom: 0.08, maxZoom: 3,
      boxSelectionEnabled: false, selectionType: "single",
    });
    this.cy.on("tap", "node", (event) => on.open(Number(event.target.id().slice(1))));
    this.cy.on("tap", "edge", (event) => on.fact(this.facts.get(event.target.data("fact"))));
    this.cy.on("mouseover", "node, edge", (event) => on.say(this.told(event.target)));
    this.cy.on("mouseout", "node, edge", () => on.say(""));
    this.cy.on("dragfree", "node", (event) => Object.assign(this.places.get(event.target.id()), event.target.position()));
    box.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.cy.resize()).observe(box);
  }

  get size() {
    return this.facts.size;
  }

  restyle() {
    this.cy.style(graphStyle());
  }

  told(one) {
    if (one.isEdge()) {
      const fact = this.facts.get(one.data("fact"));
      return [shown(fact.text), periodText(fact)].filter(Boolean).join(" · ");
    }
    const near = this.near.get(Number(one.id().slice(1)));
    return `${shown(near.entity.name)} · ${many(near.facts, "fact")}`;
  }

  /** Add surroundings: what is new comes in beside what it is joined to. */
  add(part) {
    const fresh = [];
    for (const near of part.entities) {
      this.near.set(near.entity.id, near);
      if (!this.places.has(`n${near.entity.id}`)) fresh.push(near.entity.id);
    }
    for (const fact of part.facts) this.facts.set(fact.id, fact);
    this.cy.batch(() => {
      for (const id of fresh) this.put(id, part.facts);
      for (const fact of part.facts) this.join(fact);
      this.mark();
    });
    if (fresh.length || part.facts.length) this.arrange(new Set(fresh.map((id) => `n${id}`)));
  }

  /** Show these surroundings and nothing else; what stays keeps its place. */
  replace(parts) {
    const facts = new Set(parts.flatMap((part) => part.facts.map((one) => one.id)));
    const nodes = new Set(parts.flatMap((part) => part.entities.map((one) => one.entity.id)));
    const going = this.cy.elements().filter((one) =>
      one.isEdge() ? !facts.has(one.data("fact")) : !nodes.has(Number(one.id().slice(1))));
    going.addClass("gone");
    for (const one of going) this.drop(one);
    setTimeout(() => this.cy.remove(going), STILL.matches ? 0 : 260);
    for (const part of parts) this.add(part);
  }

  drop(one) {
    if (one.isEdge()) this.facts.delete(one.data("fact"));
    else {
      this.places.delete(one.id());
      this.near.delete(Number(one.id().slice(1)));
    }
    one.data("dropped", true);
  }

  clear() {
    this.cy.elements().remove();
    for (const held of [this.places, this.facts, this.near, this.loaded]) held.clear();
    this.chosen = null;
  }

  put(id, facts) {
    const beside = facts
      .filter((one) => one.subject === id || one.object === id)
      .map((one) => this.places.get(`n${one.subject === id ? one.object : one.subject}`))
      .find(Boolean);
    const turn = this.places.size * 2.39996;
    const far = beside ? 90 : 14 * Math.sqrt(this.places.size + 1);
    const place = { id: `n${id}`, x: (beside?.x ?? 0) + far * Math.cos(turn), y: (beside?.y ?? 0) + far * Math.sin(turn) };
    this.places.set(place.id, place);
    this.cy.getElementById(place.id).remove();
    this.cy.add({ group: "nodes", data: { id: place.id, label: "", size: 20, letters: 12 }, position: { x: beside?.x ?? place.x, y: beside?.y ?? place.y } });
  }

  join(fact) {
    const id = `f${fact.id}`;
    const old = this.cy.getElementById(id);
    if (old.nonempty() && !old.data("dropped")) return;
    old.remove();
    this.cy.add({ group: "edges", data: { id, fact: fact.id, source: `n${fact.subject}`, target: `n${fact.object}`, label: short(fact.relation, 28) } });
  }

  /** Set sizes, labels and classes from the facts, the moment and what is chosen. */
  mark() {
    const quiet = this.facts.size > MANY;
    const held = new Map();
    for (const fact of this.facts.values()) {
      const edge = this.cy.getElementById(`f${fact.id}`);
      const stands = standing(fact, this.moment);
      const doubted = fact.disputed.length > 0 && stands === "now" ? "disputed" : "";
      edge.classes(["fact", stands, doubted, quiet ? "quiet" : "", this.litNow(`f${fact.id}`)].filter(Boolean));
      const alive = stands === "now" || stands === "planned";
      for (const end of [fact.subject, fact.object]) {
        const one = held.get(end) ?? { shown: 0, alive: 0 };
        one.shown += 1;
        one.alive += alive ? 1 : 0;
        held.set(end, one);
      }
    }
    for (const [id, near] of this.near) {
      const node = this.cy.getElementById(`n${id}`);
      const has = held.get(id) ?? { shown: 0, alive: 0 };
      const weight = Math.log2(1 + near.facts);
      node.data({ size: 14 + 9 * weight, letters: 11.5 + Math.min(7, 1.1 * weight), label: short(near.entity.name, 34) });
      node.classes([near.facts > has.shown ? "more" : "", has.shown && !has.alive ? "faint" : "", this.litNow(`n${id}`), id === this.chosen ? "chosen" : ""].filter(Boolean));
    }
    if (this.chosen !== null) this.cy.getElementById(`n${this.chosen}`).connectedEdges().addClass("near");
    if (this.lit?.size) this.cy.elements().not(".lit").addClass("dim");
  }

  litNow(id) {
    return this.lit?.has(id) ? "lit" : "";
  }

  atMoment(moment) {
    this.moment = moment;
    this.cy.batch(() => this.mark());
  }

  choose(id) {
    this.chosen = id;
    this.cy.batch(() => this.mark());
  }

  /** Light up facts and entities, or none; the rest steps back. */
  light(facts, entities = []) {
    this.lit = new Set();
    for (const fact of facts) {
      const known = this.facts.get(fact);
      if (known) for (const id of [`f${fact}`, `n${known.subject}`, `n${known.object}`]) this.lit.add(id);
    }
    for (const id of entities) if (this.near.has(id)) this.lit.add(`n${id}`);
    this.cy.batch(() => this.mark());
    const found = this.cy.elements(".lit");
    if (found.nonempty()) this.frame(found);
  }

  /** Show these nodes and the nodes of these edges as large as they fit, by where they will be. */
  frame(found) {
    const ids = new Set(found.toArray().flatMap((one) => (one.isEdge() ? [one.data("source"), one.data("target")] : [one.id()])));
    const places = [...ids].map((id) => this.places.get(id)).filter(Boolean);
    this.cy.resize(); // what stands below may have grown since it was measured
    const [wide, high] = [this.cy.width(), this.cy.height()];
    if (!places.length || !wide || !high) return;
    const [xs, ys] = [places.map((one) => one.x), places.map((one) => one.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const zoom = Math.min(1.3, (wide - 40) / (right - left + 170), (high - 40) / (bottom - top + 130));
    const pan = { x: wide / 2 - (zoom * (left + right)) / 2, y: high / 2 - (zoom * (top + bottom + 16)) / 2 };
    this.cy.stop(true).animate({ zoom, pan }, { duration: STILL.matches ? 0 : 400 });
  }

  fit() {
    this.frame(this.cy.elements().not(".gone"));
  }

  nearer(times) {
    this.cy.zoom({ level: this.cy.zoom() * times, renderedPosition: { x: this.cy.width() / 2, y: this.cy.height() / 2 } });
  }

  /** Place the nodes: the new ones first, then all a little, so that what one knows stays put. */
  arrange(fresh) {
    const nodes = [...this.places.values()];
    const links = this.links();
    const first = fresh.size === nodes.length;
    const room = (one) => this.cy.getElementById(one.id).data("size") / 2 + 30;
    const sim = d3.forceSimulation(nodes).stop()
      .force("link", d3.forceLink(links).id((one) => one.id).distance((one) => one.far).strength(0.28))
      .force("charge", d3.forceManyBody().strength(-620).distanceMax(900))
      .force("room", d3.forceCollide(room).iterations(2))
      .force("x", d3.forceX().strength(0.05 * Math.min(3, this.cy.height() / this.cy.width())))
      .force("y", d3.forceY().strength(0.05 * Math.min(3, this.cy.width() / this.cy.height())));
    for (const one of nodes) {
      if (!first && !fresh.has(one.id)) [one.fx, one.fy] = [one.x, one.y];
    }
    sim.tick(first ? 260 : 90);
    for (const one of nodes) [one.fx, one.fy] = [null, null];
    if (!first) sim.alpha(0.12).tick(30);
    this.move(nodes, first);
  }

  /** One link for each pair, the longer the more must be written beside it. */
  links() {
    const pairs = new Map();
    for (const one of this.facts.values()) {
      if (one.subject === one.object) continue;
      const ends = [one.subject, one.object].sort((a, b) => a - b);
      const pair = pairs.get(ends.join()) ?? { source: `n${ends[0]}`, target: `n${ends[1]}`, far: 75 };
      pair.far = Math.min(230, Math.max(pair.far, 75 + 6 * Math.min(28, one.relation.length)) + (pairs.has(ends.join()) ? 14 : 0));
      pairs.set(ends.join(), pair);
    }
    return [...pairs.values()];
  }

  move(nodes, first) {
    const glide = !STILL.matches && nodes.length < 400;
    for (const one of nodes) {
      const node = this.cy.getElementById(one.id);
      if (!node.grabbed()) node.stop(true).animate({ position: { x: one.x, y: one.y } }, { duration: glide ? 420 : 0, easing: "ease-out" });
    }
    if (first) this.fit();
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (steps[event.key]) this.walk(steps[event.key]);
    else if (event.key === "Enter" && this.focused) this.on.open(Number(this.focused.slice(1)));
    else if (event.key === "+" || event.key === "=") this.nearer(1.25);
    else if (event.key === "-") this.nearer(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  /** Go to the nearest entity in a direction, from the one that has the focus. */
  walk([right, down]) {
    const nodes = this.cy.nodes().not(".gone");
    const from = this.focused ?? (this.chosen === null ? null : `n${this.chosen}`);
    const here = from && this.cy.getElementById(from).nonempty() ? this.cy.getElementById(from).position() : null;
    const cost = (node) => {
      const place = node.position();
      const [x, y] = [place.x - here.x, place.y - here.y];
      const along = x * right + y * down;
      return along <= 1 ? Infinity : along + 2 * Math.abs(x * down + y * right);
    };
    const costs = here ? nodes.toArray().map((node) => [cost(node), node]) : nodes.toArray().map((node, place) => [place, node]);
    const [best, node] = costs.reduce((one, other) => (other[0] < one[0] ? other : one), [Infinity, null]);
    if (!node || best === Infinity) return;
    this.cy.nodes(".focus").removeClass("focus");
    node.addClass("focus");
    this.focused = node.id();
    this.on.say(this.told(node));
    this.cy.animate({ center: { eles: node }, duration: STILL.matches ? 0 : 180 });
  }
}
