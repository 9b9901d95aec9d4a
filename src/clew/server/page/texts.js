/** The texts that tell an item, with the sentence marked. */

import { button, el, fill, many, shown, spinner, trying } from "./dom.js";
import { timeText } from "./times.js";

export function markedText(text, start, end) {
  if (end <= start) return el("p", { class: "said" }, shown(text));
  const letters = [...text]; // the server counts characters, a string counts UTF-16 units
  const part = (from, to) => shown(letters.slice(from, to).join(""));
  return el("p", { class: "said" }, part(0, start), el("mark", {}, part(start, end)), part(end, letters.length));
}

export function sourceText(ground, app) {
  const { episode, start, end } = ground;
  const said = markedText(episode.text, start, end);
  const head = el("header", {},
    el("span", { class: "source" }, shown(episode.source || "no source")),
    el("span", { class: "when" }, timeText(episode.at)));
  const more = app.may("forget") ? button("Forget…", () => app.actions.forget({ episode: episode.id }), "small") : null;
  return el("article", { class: "text", tabindex: "0", "aria-label": `Text ${episode.id}` }, head, said, more && el("footer", {}, more));
}

/** A box that shows, when it is opened, the texts of an item. */
export function sourcesOf(item, app, open = false) {
  const count = item.episodes?.length ?? 1;
  const box = el("div", { class: "texts" });
  const load = () => trying(async () => {
    if (box.childElementCount) return;
    fill(box, spinner("Reading…"));
    const told = await app.source.call("grounds", { item: item.id, ...app.past });
    const left = told.total - told.texts.length;
    fill(box, told.texts.map((one) => sourceText(one, app)), left > 0 ? el("p", { class: "aside" }, `and ${many(left, "older text")}`) : null);
    box.querySelector("mark")?.scrollIntoView({ block: "nearest" });
  });
  const made = el("details", { class: "sources", ontoggle: (event) => event.target.open && load() },
    el("summary", {}, count ? many(count, "text") : "written directly"), box);
  if (open && count) {
    made.open = true;
    load();
  }
  return made;
}
