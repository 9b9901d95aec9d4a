/** A client of `clew serve`. Names, arguments and answers are those of its OpenAPI description. */

import type { paths } from "./schema.js";

type Route<Name extends string> = `/v1/{namespace}/${Name}`;

/** The operations that a server has: "remember", "recall", "ask", ... */
export type Operation = {
  [Path in keyof paths]: Path extends Route<infer Name>
    ? paths[Path] extends { post: { responses: { 200: { content: { "application/json": unknown } } } } }
      ? paths[Path] extends { post: { requestBody: unknown } }
        ? Name
        : never
      : never
    : never;
}[keyof paths];

type Post<Name extends Operation> = paths[Route<Name>]["post"];

/** The arguments of an operation. */
export type Given<Name extends Operation> = Post<Name>["requestBody"]["content"]["application/json"];

/** What an operation answers. */
export type Answer<Name extends Operation> =
  Post<Name>["responses"][200]["content"]["application/json"];

/** An answer that is no success; `code` never changes, and `retry` says whether to ask again. */
export class ClewError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retry: boolean,
  ) {
    super(message);
    this.name = "ClewError";
  }
}

export interface Options {
  /** Which of the server's memories; "default" by default. */
  namespace?: string;
  /** Made by `clew token add`, if the server wants one. */
  token?: string;
  /** Sends requests; the global `fetch` by default. */
  fetch?: typeof fetch;
}

/** One memory on a server. */
export class Memory {
  readonly #address: string;
  readonly #namespace: string;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof fetch;

  constructor(address: string, options: Options = {}) {
    this.#address = address.replace(/\/+$/, "");
    this.#namespace = encodeURIComponent(options.namespace ?? "default");
    this.#headers = { "content-type": "application/json" };
    if (options.token) this.#headers["authorization"] = `Bearer ${options.token}`;
    this.#fetch = options.fetch ?? fetch;
  }

  /** Do an operation; throws a `ClewError` if the server refuses it. */
  async call<Name extends Operation>(name: Name, given: Given<Name>): Promise<Answer<Name>> {
    const url = `${this.#address}/v1/${this.#namespace}/${name}`;
    const reply = await this.#fetch(url, {
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify(given),
    });
    const told = await reply.json().catch(() => ({})); // such as a page of a proxy's
    if (!reply.ok) {
      const { code = "error", message = `status ${reply.status}`, retry = reply.status >= 502 } = told;
      throw new ClewError(reply.status, code, message, retry);
    }
    return told as Answer<Name>;
  }
}
