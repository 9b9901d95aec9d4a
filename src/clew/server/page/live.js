/** The memory on a server: every call is one REST operation. */

const KEY = "clew.key";
const AGAIN = 1000; // milliseconds before a stream that ended is asked for again
const SELDOM = 30000;

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class LiveSource {
  constructor() {
    this.kept = false;
    this.namespace = "default";
    this.memory = "";
    this.scopes = [];
    this.key = sessionStorage.getItem(KEY);
  }

  /** Change the ticket of the address for a key; return how one may come in, or null once inside. */
  async enter() {
    const ticket = location.hash.slice(1);
    if (ticket) {
      history.replaceState(null, "", location.pathname);
      const answer = await fetch("page/enter", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ticket }),
      });
      if (answer.ok) this.keep((await answer.json()).token);
    }
    const about = await this.send("GET", "page/about");
    if (!about.scopes) return about.way;
    this.memory = about.memory;
    this.scopes = about.scopes;
    this.namespace = sessionStorage.getItem("clew.namespace") || about.namespace;
    this.namespaces = about.namespaces;
    if (!this.namespaces.includes(this.namespace)) this.namespace = this.namespaces[0] ?? about.namespace;
    return null;
  }

  keep(key) {
    this.key = key;
    sessionStorage.setItem(KEY, key);
  }

  choose(namespace) {
    this.namespace = namespace;
    sessionStorage.setItem("clew.namespace", namespace);
  }

  may(scope) {
    return this.scopes.includes(scope);
  }

  call(operation, given = {}) {
    return this.send("POST", `v1/${encodeURIComponent(this.namespace)}/${operation}`, given);
  }

  get headers() {
    return this.key ? { Authorization: `Bearer ${this.key}` } : {};
  }

  async send(method, path, given) {
    const headers = { ...this.headers, ...(given ? { "Content-Type": "application/json" } : {}) };
    let answer;
    try {
      answer = await fetch(path, { method, headers, body: given ? JSON.stringify(given) : undefined });
    } catch {
      throw new Refused(0, "The server does not answer. Is `clew` still running?");
    }
    const said = await answer.json().catch(() => ({ message: `status ${answer.status}` }));
    if (!answer.ok) throw new Refused(answer.status, said.message);
    return said;
  }

  /** Call back for each change after a revision, until the page is left; `told` is told when the server is gone, and when it is back. */
  async watch(since, changed, told) {
    let last = since;
    let there = true;
    const note = (change, after) => {
      last = Math.max(last, after);
      changed(change);
    };
    const now = (is) => {
      if (is !== there) told(is);
      there = is;
    };
    let wait = AGAIN;
    const open = () => {
      wait = AGAIN;
      now(true);
    };
    for (;;) {
      await this.stream(last, note, open).catch(() => {});
      now(false);
      await new Promise((go) => setTimeout(go, wait));
      wait = Math.min(2 * wait, SELDOM);
    }
  }

  async stream(since, changed, open) {
    const path = `v1/${encodeURIComponent(this.namespace)}/watch?since=${since}`;
    const answer = await fetch(path, { headers: this.headers });
    if (!answer.ok) return;
    open();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let held = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      held += value;
      const events = held.split("\n\n");
      held = events.pop();
      for (const event of events) {
        const [id, , data] = event.split("\n");
        if (data) changed(JSON.parse(data.slice(6)), Number(id.slice(4)));
      }
    }
  }
}
