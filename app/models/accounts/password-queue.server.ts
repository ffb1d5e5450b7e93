import { networkOf } from "../client-address.server";
import { Refusal } from "../refusal";
import { Turns } from "./turns";

/** Who sent a password. */
export type Sender = {
  /** The client's address. */
  address: string;
  /** The account that last signed in with the sender's browser, as its cookie names it. */
  browser?: string;
  /** Whether someone has signed in from this address or browser before, or has proved who they are. */
  isKnown: boolean;
};

/** Each hash needs a core and 19 MiB: more at the same time would slow down all other requests. */
const concurrency = 2;
const maximumWaiting = 40;
/** The places that are kept for known senders, who may take the others too. */
const placesForKnown = 10;
/** Maximum of running and waiting tasks of one sender. */
const limitPerSender = 4;

/** The refusal of a task that found no place. */
export class QueueFullRefusal extends Refusal {
  constructor() {
    super(503, "Many people are signing in. Try again in a moment.", undefined, { retryAfter: 5 });
  }
}

type Waiting = { start: () => void; refuse: (refusal: Refusal) => void };

const known = new Turns<Waiting>();
const unknown = new Turns<Waiting>();
const countBySender = new Map<string, number>();
let running = 0;
let isTurnOfKnown = true;

/**
 * Runs a task that hashes or checks a password: two at the same time, the others in turns, one of each sender, and known
 * senders in every second turn. Throws 503, to be retried after 5 seconds, while 40 tasks are waiting, or 30 for a sender
 * who is not known, or 4 of the same sender are running or waiting. A sender with fewer waiting tasks takes the place of
 * one with more.
 */
export async function inPasswordQueue<Result>(sender: Sender, task: () => Promise<Result>): Promise<Result> {
  const name = nameOf(sender);
  const count = countBySender.get(name) ?? 0;
  if (count >= limitPerSender) throw new QueueFullRefusal();
  countBySender.set(name, count + 1);
  try {
    if (running < concurrency) running += 1;
    else await turn(name, sender.isKnown);
    try {
      return await task();
    } finally {
      startNext();
    }
  } finally {
    const remaining = (countBySender.get(name) ?? 1) - 1;
    if (remaining === 0) countBySender.delete(name);
    else countBySender.set(name, remaining);
  }
}

/** Users behind one address have a turn each, if their browsers are known. */
const nameOf = ({ address, browser }: Sender) => (browser ? `browser ${browser}` : networkOf(address));

/** Waits for the turn of a task. Throws 503 if there is no place to wait. */
function turn(sender: string, isKnown: boolean): Promise<void> {
  const turns = isKnown ? known : unknown;
  const isFull =
    known.size + unknown.size >= maximumWaiting ||
    (!isKnown && unknown.size >= maximumWaiting - placesForKnown);
  if (isFull) {
    const giving = turns.giveUpFor(sender);
    if (!giving) throw new QueueFullRefusal();
    giving.refuse(new QueueFullRefusal());
  }
  return new Promise<void>((start, refuse) => turns.add(sender, { start, refuse }));
}

/** Starts the next task in the place of one that has ended, so that none can overtake it. */
function startNext(): void {
  const next = isTurnOfKnown
    ? (known.takeNext() ?? unknown.takeNext())
    : (unknown.takeNext() ?? known.takeNext());
  isTurnOfKnown = !isTurnOfKnown;
  if (next) next.start();
  else running -= 1;
}
