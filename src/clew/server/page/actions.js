/** What changes the memory: each shows first what will happen, then does it, then says what it did. */

import { button, byId, el, fill, many, shown, short, spinner, toast, trying } from "./dom.js";
import { periodText } from "./times.js";

/** Open a dialog. `deeds` are [label, kind, work]; work that returns true keeps it open. */
export function dialog(title, body, deeds) {
  const box = byId("dialog");
  const close = () => box.close();
  const press = (work, at) => async (event) => {
    event.preventDefault();
    const { target } = event;
    target.disabled = true;
    const stay = await trying(async () => (await work()) ?? false);
    target.disabled = false;
    if (stay === false && at === box.dataset.at) close();
  };
  const at = box.dataset.at = String(Number(box.dataset.at ?? 0) + 1);
  const buttons = deeds.map(([label, kind, work]) => button(label, press(work, at), kind));
  const form = el("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); buttons.at(-1)?.click(); } },
    el("h2", { id: "dialog-title" }, title), body,
    el("footer", {}, button(deeds.length ? "Cancel" : "Close", close), buttons));
  fill(box, form);
  if (!box.open) box.showModal();
}

function field(label, name, value, more = {}) {
  return el("label", { class: "field" }, el("span", {}, label), el("input", { name, value: shown(value), autocomplete: "off", ...more }));
}

function inputNamed(name) {
  return byId("dialog").querySelector(`[name=${name}]`);
}

function given(name) {
  return inputNamed(name).value.trim();
}

/** What was written into a field, if anything was: a name may have what a field cannot show. */
function rewritten(name) {
  const { value, defaultValue } = inputNamed(name);
  return value === defaultValue ? "" : value.trim();
}

export class Actions {
  constructor(app) {
    this.app = app;
  }

  async do(operation, args, said) {
    const made = await this.app.source.call(operation, args);
    toast(said);
    await this.app.changed();
    return made;
  }

  correct(fact) {
    const preview = el("p", { class: "preview" });
    const parts = () => {
      const changed = {};
      for (const name of ["subject", "relation", "object"]) {
        if (rewritten(name)) changed[name] = rewritten(name);
      }
      return changed;
    };
    const show = () => {
      const { subject = fact.subject_name, relation = fact.relation, object = fact.object_name } = parts();
      const when = given("at") || "now";
      fill(preview, "Until ", when, ": ", el("b", {}, shown(fact.text)), el("br"), "From ", when, ": ", el("b", {}, shown(`${subject} ${relation} ${object}`)));
    };
    dialog("Correct a fact", [
      el("p", { class: "aside" }, "What was known before stays readable: the old fact ends, and a new one begins, told by you."),
      el("div", { class: "fields", oninput: show },
        field("Subject", "subject", fact.subject_name), field("Relation", "relation", fact.relation), field("Object", "object", fact.object_name),
        field("Since when", "at", "", { placeholder: "now" }), field("Who says so", "source", "correction")),
      preview,
    ], [["Correct", "good", async () => {
      const changed = parts();
      if (!Object.keys(changed).length) {
        toast("Change the subject, the relation or the object first.", "bad");
        return true;
      }
      const at = given("at");
      const when = at === "" ? {} : { at: this.app.steps ? Number(at) : at };
      const made = await this.do("correct", { item: fact.id, ...changed, ...when, source: given("source") || "correction" }, "Corrected.");
      await this.app.show((await this.app.source.call("items", { items: [made.item] })).results[0]);
      return false;
    }]]);
    show();
    byId("dialog").querySelector("[name=object]").select();
  }

  retire(fact) {
    dialog("Retire a fact", [
      el("p", { class: "preview" }, el("b", {}, shown(fact.text)), " ", periodText(fact)),
      el("p", { class: "aside" }, "It is shown no more, as if it had never been true; what it had ended holds again. Restore undoes this: the card keeps it under Retired."),
    ], [["Retire", "good", async () => void (await this.do("retire", { item: fact.id }, "Retired."))]]);
  }

  restore(fact) {
    dialog("Restore a fact", [
      el("p", { class: "preview" }, el("b", {}, shown(fact.text))),
      el("p", { class: "aside" }, "It holds again, and ends again what it had ended."),
    ], [["Restore", "good", async () => void (await this.do("restore", { item: fact.id }, "Restored."))]]);
  }

  merge(entity) {
    dialog("Merge two names of one thing", [
      el("p", { class: "aside" }, `Which other name means ${shown(entity.name)}? The name ${shown(entity.name)} is kept.`),
      field("Other name", "other", "", { placeholder: "a name, or id:12" }),
    ], [["Preview", "good", async () => {
      const other = given("other");
      const [one, two] = await Promise.all([this.app.around(entity.id, 1), this.app.source.call("around", { entity: other || " ", limit: 4 })]);
      const found = two.entities.find((near) => near.entity.id === two.centre[0]);
      if (found.entity.id === entity.id) throw new Error("These are two names of one thing already.");
      this.mergeSure(entity, found, one.total);
      return true;
    }]]);
  }

  mergeSure(entity, found, total) {
    const [name, other] = [shown(entity.name), shown(found.entity.name)];
    dialog("Merge?", [
      el("p", { class: "preview" }, el("b", {}, other), ` (${many(found.facts, "fact")}) becomes another name of `, el("b", {}, name), ` (${many(total, "fact")}).`),
      el("p", { class: "aside" }, "Facts of both are compared: what is newer may end what is older. Split undoes it with all that followed from it."),
    ], [["Merge", "good", async () => {
      await this.do("merge", { one: `id:${entity.id}`, other: `id:${found.entity.id}` }, `${other} is now ${name}.`);
      await this.app.open(entity.id, true);
    }]]);
  }

  split(name, entity) {
    dialog("Split a name off?", [
      el("p", { class: "preview" }, el("b", {}, shown(name)), " becomes a thing of its own again, with the facts told of it by that name; they leave ", el("b", {}, shown(entity.name)), "."),
      el("p", { class: "aside" }, "What only the merge had ended holds again."),
    ], [["Split", "good", async () => {
      await this.do("split", { entity: name }, `${shown(name)} is a thing of its own.`);
      await this.app.open(entity.id, true);
    }]]);
  }

  async forget(what) {
    dialog("Forget", spinner("Looking what would be erased…"), []);
    const receipt = await trying(() => this.app.source.call("forget", { ...what, dry_run: true }));
    if (!receipt) return byId("dialog").close();
    const undecided = receipt.undecided.length;
    dialog("Forget for good?", [
      await this.receiptOf(receipt, "This will be erased, from the file and all its caches"),
      undecided ? el("label", { class: "check" }, el("input", { type: "checkbox", name: "listed" }), ` Erase the ${undecided} undecided, too`) : null,
    ], [["Forget for good", "bad", async () => {
      const listed = byId("dialog").querySelector("[name=listed]")?.checked ?? false;
      const done = await this.app.source.call("forget", { ...what, listed });
      await this.app.changed();
      dialog("Forgotten", await this.receiptOf(done, "Erased"), []);
      return true;
    }]]);
    return undefined;
  }

  async receiptOf(receipt, title) {
    const counts = ["episodes", "facts", "theses", "entities"]
      .filter((kind) => receipt[kind].length)
      .map((kind) => el("li", {}, el("b", {}, String(receipt[kind].length)), ` ${{ episodes: "texts", theses: "statements", entities: "things" }[kind] ?? kind}`));
    const look = (ids) => (ids.length ? this.app.source.call("items", { items: ids.slice(0, 12) }).then((one) => one.results) : []);
    const [gone, again] = await Promise.all([look(receipt.dry_run ? [...receipt.episodes, ...receipt.facts] : []), look(receipt.reopened)]);
    const lines = (items, total) => el("ul", { class: "lines" }, items.map((one) => el("li", {}, short(one.text, 110))),
      total > items.length ? el("li", { class: "aside" }, `and ${(total - items.length).toLocaleString("en")} more`) : null);
    return el("div", { class: "receipt" }, el("p", {}, `${title}:`), el("ul", { class: "tiles" }, counts), gone.length ? lines(gone, receipt.episodes.length + receipt.facts.length) : null,
      again.length ? [el("p", {}, "True again:"), lines(again, receipt.reopened.length)] : null,
      receipt.undecided.length ? [el("p", {}, "May be about it; not erased unless you say so:"), el("ul", { class: "lines" }, receipt.undecided.slice(0, 12).map((one) => el("li", {}, `${one.kind} ${one.id}: ${shown(one.reason)}`)))] : null,
      receipt.residue ? el("p", { class: "aside" }, "Its last bytes leave the file when other readers have closed it.") : null,
      receipt.not_erased.length ? el("p", { class: "aside" }, `Not erased, because it is yours: ${receipt.not_erased.map(shown).join("; ")}.`) : null);
  }
}
