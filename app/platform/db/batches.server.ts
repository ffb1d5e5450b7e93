const batchSize = 50;
/** A page needs several turns of the event loop, for its queries, its rendering and its text. */
const turnsBetweenBatches = 4;

const waiting: (() => void)[] = [];

/** Await it between steps of a long loop: of all such loops, one continues in each turn of the event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(continueNext);
  });
}

function continueNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueNext);
}

async function endBatch(): Promise<void> {
  for (let turn = 0; turn < turnsBetweenBatches; turn += 1) await yieldToEventLoop();
}

/** Each batch is its own query: no old version of the database is kept for a slow client. */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  limit = batchSize,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, limit);
    yield rows;
    last = rows.at(-1);
    if (!last || rows.length < limit) return;
    await endBatch();
  }
}

export async function* batchesOf<Item>(items: Item[], size = batchSize): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await endBatch();
    yield items.slice(start, start + size);
  }
}

export async function repeatUntilDone(step: (limit: number) => Promise<unknown[]>, limit = batchSize) {
  while ((await step(limit)).length >= limit) await endBatch();
}
