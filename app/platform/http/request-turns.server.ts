import { Turns } from "~/models/accounts/turns";
import { networkOf } from "../client-address.server";

const waiting = new Turns<() => void>();

/** Client addresses alternate: behind all requests of a flood, others would wait for half a minute. */
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
