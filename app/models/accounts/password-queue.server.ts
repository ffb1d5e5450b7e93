import { networkOf } from "~/platform/client-address.server";
import { queueLoads } from "~/platform/measured.server";
import { Refusal } from "../refusal";
import { Turns } from "./turns";

export type Sender = {
  address: string;
  browser?: string;
  /** Whether someone has signed in from this address or browser, or has proved who they are. */
  isKnown: boolean;
};

/** Each hash needs a core and 19 MiB. */
const concurrency = 2;
const maxWaiting = 40;
const placesForKnown = 10;
const limitPerSender = 4;

export class QueueFullRefusal extends Refusal {
  constructor() {
    super(503, "Many people are signing in. Try again in a moment.", { retryAfter: 5 });
  }
}

type Waiting = { start: () => void; refuse: (refusal: Refusal) => void };

const known = new Turns<Waiting>();
const unknown = new Turns<Waiting>();
const countBySender = new Map<string, number>();
let running = 0;
let isTurnOfKnown = true;
queueLoads.set("passwords", () => ({ running, waiting: known.size + unknown.size }));

/** Senders take turns, known ones every second. 503 if there is no place for a task that hashes a password. */
export async function inPasswordQueue<Result>(sender: Sender, task: () => Promise<Result>): Promise<Result> {
  const name = nameOf(sender);
  const count = countBySender.get(name) ?? 0;
  if (count >= limitPerSender) throw new QueueFullRefusal();
  countBySender.set(name, count + 1);
  try {
    if (running < concurrency) running += 1;
    else await turn(name, sender.isKnown);
    return await task().finally(startNext);
  } finally {
    const remaining = (countBySender.get(name) ?? 1) - 1;
    if (remaining === 0) countBySender.delete(name);
    else countBySender.set(name, remaining);
  }
}

/** Users behind one address have a turn each, if their browsers are known. */
const nameOf = ({ address, browser }: Sender) => (browser ? `browser ${browser}` : networkOf(address));

function turn(sender: string, isKnown: boolean): Promise<void> {
  const turns = isKnown ? known : unknown;
  const isFull =
    known.size + unknown.size >= maxWaiting || (!isKnown && unknown.size >= maxWaiting - placesForKnown);
  if (isFull) {
    const giving = turns.giveUpFor(sender);
    if (!giving) throw new QueueFullRefusal();
    giving.refuse(new QueueFullRefusal());
  }
  return new Promise<void>((start, refuse) => turns.add(sender, { start, refuse }));
}

/** In the place of the task that has ended, so none can overtake it. */
function startNext(): void {
  const next = isTurnOfKnown
    ? (known.takeNext() ?? unknown.takeNext())
    : (unknown.takeNext() ?? known.takeNext());
  isTurnOfKnown = !isTurnOfKnown;
  if (next) next.start();
  else running -= 1;
}
