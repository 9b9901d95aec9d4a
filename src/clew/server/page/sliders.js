/** Two sliders: when something was true, and what was known at a revision. */

import { byId, el, fill, many, trying } from "./dom.js";
import { fromOf, momentText, toOf } from "./times.js";

export class Sliders {
  constructor(app) {
    this.app = app;
    this.stops = [];
    this.playing = null;
    this.time = el("input", { type: "range", min: "0", max: "0", value: "0", id: "time", oninput: () => this.atStop() });
    this.timeText = el("output", { for: "time" });
    this.play = el("button", { type: "button", class: "icon", title: "Play", "aria-label": "Play the time line", onclick: () => this.run() }, "▶");
    this.now = el("button", { type: "button", class: "small", onclick: () => this.toNow() }, "Now");
    this.known = el("input", { type: "range", min: "0", max: "0", value: "0", id: "known", oninput: () => this.atRevision() });
    this.knownText = el("output", { for: "known" });
    this.latest = el("button", { type: "button", class: "small", onclick: () => this.toLatest() }, "Latest");
    const row = (name, label, play, slider, text, back) => el("div", { class: "slider", title: label }, el("label", { for: slider.id }, name), play, slider, text, back);
    fill(byId("sliders"),
      row("True", "What was true at a time", this.play, this.time, this.timeText, this.now),
      app.source.kept ? null : row("Known", "What the memory knew at a revision", el("span", { class: "icon" }), this.known, this.knownText, this.latest));
  }

  /** Take the moments at which something shown begins or ends, and now. */
  update() {
    const { app } = this;
    const keys = [...app.graph.facts.values()].flatMap((one) => [fromOf(one), toOf(one)]).filter(Number.isFinite);
    const now = app.steps ? Math.max(0, ...keys) : Date.now();
    this.stops = [...new Set([...keys, now])].sort((one, other) => one - other);
    this.nowAt = this.stops.indexOf(now);
    this.time.max = String(this.stops.length - 1);
    const place = app.past.valid === undefined ? this.nowAt : this.stops.findLastIndex((one) => one <= app.moment);
    this.time.value = String(Math.max(0, place));
    this.time.disabled = this.stops.length < 2;
    this.tell();
  }

  tell() {
    const at = Number(this.time.value);
    const text = at === this.nowAt ? "now" : momentText(this.stops[at], this.app.steps);
    this.timeText.textContent = text;
    this.time.setAttribute("aria-valuetext", text);
    this.now.disabled = at === this.nowAt;
  }

  atStop() {
    const at = Number(this.time.value);
    const moment = this.stops[at];
    const steps = this.app.steps;
    this.tell();
    this.app.setMoment(at === this.nowAt ? undefined : steps ? moment : new Date(moment).toISOString(), moment);
  }

  toNow() {
    this.halt();
    this.time.value = String(this.nowAt);
    this.atStop();
  }

  run() {
    if (this.playing) return this.halt();
    if (Number(this.time.value) >= this.stops.length - 1 || Number(this.time.value) === this.nowAt) this.time.value = "0";
    this.play.textContent = "❚❚";
    this.playing = setInterval(() => {
      if (Number(this.time.value) >= this.nowAt) return this.halt();
      this.time.value = String(Number(this.time.value) + 1);
      this.atStop();
      return undefined;
    }, 700);
    this.atStop();
    return undefined;
  }

  halt() {
    clearInterval(this.playing);
    this.playing = null;
    this.play.textContent = "▶";
  }

  setRevision(last) {
    const follow = this.app.past.known === undefined;
    this.last = last;
    this.known.max = String(last);
    if (follow) this.known.value = String(last);
    this.known.disabled = last < 1;
    this.tellKnown();
  }

  tellKnown() {
    const at = Number(this.known.value);
    const text = at === this.last ? `revision ${at}, the latest` : `revision ${at} of ${this.last}`;
    this.knownText.textContent = at === this.last ? `revision ${at}` : `${at} of ${this.last}`;
    this.known.setAttribute("aria-valuetext", text);
    this.latest.disabled = at === this.last;
  }

  atRevision() {
    const at = Number(this.known.value);
    this.tellKnown();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => trying(async () => {
      const wanted = this.app.turn("known");
      await this.app.setKnown(at === this.last ? undefined : at);
      const changes = at > 0 ? await this.changesAt(at) : "";
      if (wanted()) this.app.say(changes);
    }), 120);
  }

  async changesAt(at) {
    const { results } = await this.app.source.call("changes", { since: at - 1, limit: 1 });
    const counts = new Map();
    for (const one of results.filter((each) => each.revision === at)) {
      const what = `${one.what} ${one.kind || "item"}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    return `Revision ${at}: ${[...counts].map(([what, count]) => many(count, what)).join(", ") || "nothing to see"}`;
  }

  toLatest() {
    this.known.value = String(this.last);
    this.atRevision();
  }
}
