/** Elements from plain values. A text becomes a text node, never HTML: that is the only way in. */

export function el(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(9).filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

export function fill(box, ...children) {
  box.replaceChildren(...children.flat(9).filter((one) => one !== null && one !== undefined && one !== false));
  return box;
}

/** What this browser keeps; where it keeps nothing, as for some files, nothing is kept. */
export const preferences = {
  get(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // it holds for this view
    }
  },
};

export function byId(id) {
  return document.getElementById(id);
}

/** Text as it can be read: control characters and what turns the writing direction are written out. */
export function shown(text) {
  return String(text).replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function short(text, most) {
  const letters = [...shown(text)];
  return letters.length <= most ? letters.join("") : `${letters.slice(0, most - 1).join("").trimEnd()}…`;
}

export function many(count, noun, plural = `${noun}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}

/** A button; an error of what it does is shown. */
export function button(label, press, kind = "plain", more = {}) {
  const pressed = (event) => trying(async () => press(event));
  return el("button", { type: "button", class: kind, onclick: pressed, ...more }, label);
}

export function toast(text, kind = "") {
  const note = el("p", { class: `toast ${kind}` }, shown(text));
  byId("toasts").append(note);
  setTimeout(() => note.remove(), kind === "bad" ? 9000 : 4500);
}

/** Do something; an error is shown and not thrown on. */
export async function trying(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message || String(error), "bad");
    return undefined;
  }
}

export function spinner(text) {
  return el("p", { class: "waiting" }, text);
}

export function emptyState(title, text) {
  return el("div", { class: "nothing" }, el("h2", {}, title), el("p", {}, text));
}
