import { AsyncLocalStorage } from "node:async_hooks";

/** What the log and the metrics say of the request of which they speak. */
export type RequestFacts = {
  begun: number;
  /** The pattern of its address, such as `/permits/:id`: an address has ids. */
  route: string;
  reference?: string;
  user?: number;
  address?: string;
};

const storage = new AsyncLocalStorage<RequestFacts>();

export const otherRoute = "other";

export function withRequestFacts(respond: (facts: RequestFacts) => void): void {
  const facts = { begun: performance.now(), route: otherRoute };
  storage.run(facts, () => respond(facts));
}

/** Undefined outside of a request. */
export const requestFacts = (): RequestFacts | undefined => storage.getStore();

export function noteRequest(facts: Partial<RequestFacts>): void {
  Object.assign(requestFacts() ?? {}, facts);
}

/** A pattern that matches any address is no route. */
export const noteRoute = (pattern: string): void =>
  noteRequest({ route: pattern.endsWith("*") ? otherRoute : `/${pattern.replace(/^\//, "")}` });
