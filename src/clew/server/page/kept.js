/** The memory that a page was exported with: the same answers as a server's, from what it holds. */

const MOST_FOUND = 20;

export class KeptSource {
  constructor(held) {
    this.kept = true;
    this.held = held;
    this.memory = held.memory;
    this.namespace = held.namespace;
    this.namespaces = [held.namespace];
    this.scopes = ["read"];
    this.entities = new Map(held.entities.map((one) => [one.id, one]));
    this.things = new Map();
    this.of = new Map();
    for (const kind of ["facts", "theses", "episodes", "entities"]) {
      for (const one of held[kind]) this.things.set(one.id, one);
    }
    for (const fact of held.facts) {
      for (const end of new Set([fact.subject, fact.object])) {
        if (!this.of.has(end)) this.of.set(end, []);
        this.of.get(end).push(fact);
      }
    }
  }

  async enter() {
    return null;
  }

  may(scope) {
    return scope === "read";
  }

  async call(operation, given = {}) {
    return this[operation](given);
  }

  stats() {
    return { revision: this.held.revision, axis: this.held.axis };
  }

  around({ entity = null, limit = 40, skip = 0 }) {
    if (entity === null) return this.beginning(limit);
    const id = Number(String(entity).replace("id:", ""));
    const every = [...(this.of.get(id) ?? [])];
    const now = keptMoment(this.held);
    const holds = (one) => (one.valid_to === null || keptKey(one.valid_to) > now ? 0 : 1);
    every.sort((one, other) => holds(one) - holds(other) || other.id - one.id);
    const facts = every.slice(skip, skip + limit);
    const part = this.joined([id], facts, every.length, Math.max(0, every.length - skip - limit));
    return { ...part, namesakes: this.namesakes(this.entities.get(id)) };
  }

  /** Other things with a name of one. */
  namesakes(one) {
    const names = (each) => [each.name, ...each.aliases].map((name) => name.toLowerCase());
    const its = names(one);
    return this.held.entities.filter((each) => each !== one && names(each).some((name) => its.includes(name)));
  }

  beginning(limit) {
    const hubs = [...this.of].sort((one, other) => other[1].length - one[1].length || one[0] - other[0]);
    const centre = hubs.slice(0, 6).map(([id]) => id);
    const each = Math.max(1, Math.floor(limit / Math.max(1, centre.length)));
    const facts = new Map();
    for (const id of centre) {
      for (const fact of this.around({ entity: id, limit: each }).facts) facts.set(fact.id, fact);
    }
    const total = this.held.facts.length;
    return this.joined(centre, [...facts.values()], total, total - facts.size);
  }

  joined(centre, facts, total, more) {
    const ids = new Set([...centre, ...facts.flatMap((one) => [one.subject, one.object])]);
    const entities = [...ids]
      .filter((id) => this.entities.has(id))
      .map((id) => ({ entity: this.entities.get(id), facts: (this.of.get(id) ?? []).length }));
    return { revision: this.held.revision, centre, entities, facts, total, more };
  }

  recall({ query, k = MOST_FOUND }) {
    const wanted = [...new Set(keptWords(query))];
    const found = [];
    for (const item of this.things.values()) {
      const have = new Set(keptWords(item.text));
      const met = wanted.filter((word) => have.has(word) || [...have].some((one) => one.startsWith(word)));
      const score = met.length / Math.sqrt(have.size + 8);
      if (met.length && item.kind !== "entity") found.push({ item, score, met });
    }
    found.sort((one, other) => other.score - one.score || one.item.id - other.item.id);
    const results = found.slice(0, k).map(({ item, score }, place) => ({
      item,
      why: {
        id: item.id, score, rank: place + 1, channel: "words", path: [item.id],
        episodes: item.episodes ?? [item.id], parts: [["keyword", place + 1, score]],
      },
    }));
    return { results };
  }

  grounds({ item, limit = 10 }) {
    const found = this.things.get(item);
    const places = found.kind === "episode" ? [[item, 0, 0]] : (this.held.places[item] ?? []);
    const texts = places.slice(0, limit).map(([id, start, end]) => ({ episode: this.things.get(id), start, end }));
    return { item: found, texts, total: (found.episodes ?? [item]).length };
  }

  items({ items }) {
    return { results: items.filter((id) => this.things.has(id)).map((id) => this.things.get(id)) };
  }

  list({ limit }) {
    return { items: [...this.held.episodes].sort((one, other) => other.id - one.id).slice(0, limit) };
  }

  theses({ entity }) {
    const id = Number(String(entity).replace("id:", ""));
    return { results: this.held.theses.filter((one) => one.entities.includes(id)) };
  }
}

function keptKey(time) {
  return typeof time === "number" ? time : Date.parse(time);
}

function keptMoment(held) {
  return held.axis === "step" ? Infinity : Date.parse(held.made);
}

function keptWords(text) {
  return text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
