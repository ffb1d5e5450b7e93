import { Turns } from "~/models/accounts/turns";
import { networkOf } from "~/models/client-address.server";

const waiting = new Turns<() => void>();

/**
 * Waits for the turn of a request. One begins in each turn of the event loop, and client addresses alternate: Node.js
 * accepts one connection in each, so that with all requests of a flood in one, others would wait for half a minute.
 */
export function requestTurn(clientAddress: string): Promise<void> {
  return new Promise((begin) => {
    if (waiting.size === 0) setImmediate(beginNext);
    waiting.add(networkOf(clientAddress), begin);
  });
}

function beginNext(): void {
  waiting.takeNext()?.();
  if (waiting.size > 0) setImmediate(beginNext);
}
