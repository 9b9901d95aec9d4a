/** A run, step by step: what the player saw, decided and did, what it planned, and what it recalled. */

import { byId, el, emptyState, fill, many, preferences, short, shown, toast, trying } from "./dom.js";
import { LiveSource } from "./live.js";

const PAUSE = 1600;
const NAMES = { right: 1, left: -1, down: 1, up: -1, j: 1, k: -1 };

class Run {
  /** `source`: where the map of a run comes from that may go on; none in a page that was sent. */
  constructor(name, source = null) {
    this.name = name;
    this.live = source !== null;
    this.source = source; // null as well once there is no map to be had
    this.over = false;
    this.steps = [];
    this.lines = [];
    this.at = 0;
    this.playing = null;
    document.title = `clew: ${shown(name)}`;
    fill(byId("title"), shown(name));
    this.slider = byId("number");
    this.slider.addEventListener("input", () => this.stopAt(Number(this.slider.value) - 1));
    byId("back").addEventListener("click", () => this.stopAt(this.at - 1));
    byId("next").addEventListener("click", () => this.stopAt(this.at + 1));
    byId("play").addEventListener("click", () => this.play());
    document.addEventListener("keydown", (event) => this.key(event));
    const boxes = [...document.querySelectorAll("#map g > rect.place")];
    this.places = new Map(boxes.map((box) => [box.parentNode.querySelector("title").textContent.split("\n")[0].toLowerCase(), box]));
    byId("map").hidden = this.places.size === 0;
  }

  /** Take in further steps; whoever looks at the last one goes on to the new last one, who looks back is left alone. */
  add(steps) {
    if (!steps.length) return;
    const follows = this.at >= this.steps.length - 1;
    const first = this.steps.length === 0;
    const made = steps.map((one, more) => el("li", {}, this.line(one, this.steps.length + more)));
    this.steps.push(...steps);
    this.lines.push(...made);
    byId("steps").append(...made);
    document.body.classList.remove("stepless");
    this.tellOutcome();
    if (first && !this.live) this.go(Number(preferences.get(`run:${this.name}`) ?? 0));
    else if (follows) this.go(this.steps.length - 1);
    else this.tellPlace();
  }

  tellOutcome() {
    const last = this.steps.at(-1);
    const end = last.terminated ? "the game was over" : last.truncated ? "the time was over" : this.over ? "it ended here" : "it goes on from here";
    fill(byId("outcome"), `${many(this.steps.length, "decision")}, score ${last.score}; ${end}`);
  }

  /** Say that the game is over, and that this was seen: then the server stops. */
  async end() {
    const { source } = this;
    this.over = true;
    if (this.steps.length) this.tellOutcome();
    else fill(byId("step"), emptyState("The game is over", "How it ended is told in the terminal where clew runs."));
    await this.drawn;
    this.source = null;
    toast("The game is over.");
    await source.send("POST", "page/run/seen", {}).catch(() => {}); // the server may have stopped by itself
  }

  line(one, at) {
    const gain = one.reward ? el("b", { class: one.reward > 0 ? "gain" : "loss" }, one.reward > 0 ? `+${one.reward}` : String(one.reward)) : null;
    return el("button", { type: "button", onclick: () => this.stopAt(at) }, el("span", { class: "rank" }, `${one.number}`), el("span", {}, short(one.decision.action, 80)), gain);
  }

  key(event) {
    if (!this.steps.length || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
    const by = NAMES[event.key.replace("Arrow", "").toLowerCase()];
    if (by) this.stopAt(this.at + by);
    else if (event.key === "Home") this.stopAt(0);
    else if (event.key === "End") this.stopAt(this.steps.length - 1);
    else if (event.key === " " && event.target.tagName !== "BUTTON") this.play();
    else return;
    event.preventDefault();
  }

  play() {
    if (!this.steps.length) return undefined;
    if (this.playing) return this.halt();
    if (this.at === this.steps.length - 1) this.go(0);
    this.playing = setInterval(() => (this.at === this.steps.length - 1 ? this.halt() : this.go(this.at + 1)), PAUSE);
    fill(byId("play"), "⏸");
    return undefined;
  }

  halt() {
    clearInterval(this.playing);
    this.playing = null;
    fill(byId("play"), "▶");
  }

  stopAt(at) {
    this.halt();
    this.go(at);
  }

  /** Say in the footer which of how many steps this is. */
  tellPlace() {
    this.slider.max = String(this.steps.length);
    this.slider.value = String(this.at + 1);
    byId("back").disabled = this.at === 0;
    byId("next").disabled = this.at === this.steps.length - 1;
    fill(byId("place"), `${this.at + 1} of ${this.steps.length}`);
  }

  go(at) {
    if (!this.steps.length) return;
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    const one = this.steps[this.at];
    preferences.set(`run:${this.name}`, String(this.at));
    this.tellPlace();
    this.slider.setAttribute("aria-valuetext", `step ${one.number}: ${one.decision.action}`);
    this.lines.forEach((line, number) => line.classList.toggle("here", number === this.at));
    this.lines[this.at].scrollIntoView({ block: "nearest" });
    fill(byId("step"), happened(one));
    byId("middle").scrollTop = 0;
    fill(byId("meant"), meant(one));
    const here = this.places.get((one.location ?? "").toLowerCase());
    for (const rect of this.places.values()) rect.classList.toggle("here", rect === here);
    if (this.live) this.drawn = trying(() => this.draw(one.location ?? ""));
  }

  /**
   * Show the map with the player where this step was decided; at the newest step, where it is now.
   * It is a picture, so nothing in it can act.
   */
  async draw(place) {
    const newest = this.at === this.steps.length - 1;
    const wanted = JSON.stringify([this.steps.length, newest ? null : place]);
    this.wanted = wanted;
    try {
      if (this.source && wanted !== this.pictured) await this.fetchMap(wanted, newest ? "" : `?here=${encodeURIComponent(place)}`);
    } catch (error) {
      this.source = null;
      throw error;
    } finally {
      if (wanted === this.wanted) byId("map").hidden = wanted !== this.pictured || !this.mapped;
    }
  }

  async fetchMap(wanted, where) {
    const map = await this.source.send("GET", `page/run/map${where}`);
    if (wanted !== this.wanted) return;
    this.pictured = wanted;
    this.mapped = map.svg !== "";
    URL.revokeObjectURL(this.picture);
    this.picture = URL.createObjectURL(new Blob([map.svg], { type: "image/svg+xml" }));
    fill(byId("map"), el("img", { src: this.picture, alt: `Map; the player is at ${shown(map.here) || "a place unknown"}` }));
  }
}

function part(title, ...children) {
  const held = children.flat(9).filter(Boolean);
  return held.length ? [el("h3", {}, title), held] : [];
}

function list(texts, kind = "lines") {
  return texts?.length ? el("ul", { class: kind }, texts.map((one) => el("li", {}, shown(one)))) : null;
}

/** What was seen, what was decided and why, and what came of it. */
function happened(one) {
  const { decision } = one;
  const thoughts = Object.keys(decision.thoughts ?? {}).length ? JSON.stringify(decision.thoughts, null, 1) : "";
  const done = one.moves.map(([action, reply]) => el("li", {}, el("p", { class: "does" }, `› ${shown(action)}`), el("p", { class: "said" }, shown(reply))));
  const { calls, input_tokens: sent, output_tokens: got } = decision.usage;
  const cost = calls ? `${many(calls, "model call")}, ${many(sent, "token")} in, ${got.toLocaleString("en")} out` : "";
  return [
    part("Seen", el("p", { class: "said" }, shown(one.observation))),
    part("Decided", el("p", { class: "big" }, shown(decision.action)), decision.reason && el("p", {}, shown(decision.reason)),
      decision.fallback && el("p", { class: "bad" }, `Not what the model said: ${shown(decision.fallback)}`), cost && el("p", { class: "aside" }, cost)),
    part("Refused, as impossible", list(decision.refused)),
    part("Done", done.length ? el("ul", { class: "deeds-done" }, done) : null),
    thoughts && el("details", { class: "why" }, el("summary", {}, "Other thoughts"), el("pre", { class: "said" }, shown(thoughts))),
  ];
}

/** Where the player was, what it had, what it planned, and what its memory brought up. */
function meant(one) {
  const { decision } = one;
  return [
    part("Where", one.location && el("p", {}, shown(one.location)), one.inventory && el("p", { class: "aside" }, shown(one.inventory))),
    part("Plan", list(decision.plan?.map(([goal, why]) => (why ? `${goal}: ${why}` : goal)))),
    part(`Recalled facts (${decision.facts?.length ?? 0})`, list(decision.facts?.map((fact) => fact.replaceAll(" | ", " ")))),
    part("Recalled texts", list(decision.episodes)),
    part("Not yet explored", list(decision.unexplored)),
  ];
}

/** Show the run that the page holds, or the one that `clew view --run` looks at, as it grows. */
async function begin() {
  const kept = byId("kept-run");
  if (kept) {
    const { name, steps } = JSON.parse(kept.textContent);
    new Run(name).add(steps);
    return;
  }
  const source = new LiveSource();
  if (await source.enter()) {
    fill(byId("step"), emptyState("Which window are you?", "Open the address that clew has printed last."));
    return;
  }
  fill(byId("brand"), el("a", { href: "./", id: "home", title: "The memory" }, "clew"));
  const told = await source.send("GET", "page/run?since=0");
  const run = new Run(told.name, source);
  const questions = new Questions(source);
  questions.show(told.asked);
  fill(byId("step"), told.logged
    ? emptyState("No step yet", "It begins with the first line of the trajectory.")
    : emptyState("Only what you are asked", "The steps of this world are not shown here. How the game ends is told in the terminal where clew runs."));
  run.add(told.steps);
  trying(() => follow(run, questions, source, told.over));
}

/** What the person who plays is asked: as a form, with a button for each answer that is offered. */
class Questions {
  constructor(source) {
    this.source = source;
    this.box = byId("asked");
    this.number = 0;
    this.box.addEventListener("submit", (event) => {
      event.preventDefault();
      this.answer(this.box.querySelector("input").value);
    });
  }

  show(asked) {
    if (!asked) {
      this.box.hidden = true;
      return;
    }
    this.box.hidden = false;
    if (asked.number === this.number) return;
    this.number = asked.number;
    const offered = asked.choices.map((said, at) => el("button", { type: "button", class: "plain", onclick: () => this.answer(String(at + 1)) }, short(said, 60)));
    fill(this.box, el("pre", {}, shown(asked.text.trim())), el("p", { class: "deeds" }, offered), el("p", { class: "door" }, el("input", { "aria-label": "Your answer", autocomplete: "off" }), el("button", { type: "submit", class: "plain" }, "Do it")));
    this.box.querySelector("input").focus();
  }

  async answer(text) {
    if (!text.trim()) return;
    await trying(() => this.source.send("POST", "page/run/answer", { number: this.number, text }));
    this.box.hidden = true;
    this.soon?.();
  }
}

/** Take in what happens, until the game is over. */
async function follow(run, questions, source, over) {
  for (let there = true; !over; ) {
    await new Promise((go) => {
      setTimeout(go, 1000);
      questions.soon = () => setTimeout(go, 100);
    });
    try {
      const told = await source.send("GET", `page/run?since=${run.steps.length}`);
      run.add(told.steps);
      questions.show(told.asked);
      there = true;
      ({ over } = told);
    } catch (error) {
      if (there) toast(error.message, "bad");
      there = false;
    }
  }
  await run.end();
}

begin()
  .catch((error) => fill(byId("step"), emptyState("It cannot be shown", shown(error.message || String(error)))))
  .then(() => (document.body.dataset.ready = ""));
