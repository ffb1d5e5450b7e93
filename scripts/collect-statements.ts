import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTask } from "node:timers/promises";
import { closeDatabase, db, write, writer } from "../app/models/db.server";
import { signInFailures } from "../app/models/tables.server";

// Makes statements while it answers requests, and prints how many were made and seen collected.
const statements = 20_000;
const statementsPerRequest = 100;
const sampleEvery = 100;

let made = 0;
let collected = 0;
const registry = new FinalizationRegistry(() => collected++);
writer.prepare = new Proxy(writer.prepare, {
  apply(prepare, database, given) {
    const statement = Reflect.apply(prepare, database, given);
    made++;
    // A sample: what is registered outlives the small collections, in which all the others go.
    if (made % sampleEvery === 0) registry.register(statement, undefined);
    return statement;
  },
});

/** `write` runs its work under AsyncLocalStorage. */
const server = createServer((_request, response) => {
  write(async (tx) => {
    const answers: unknown[] = [];
    for (let index = 0; index < statementsPerRequest; index++) {
      answers.push(await tx.select().from(signInFailures));
      answers.push(Array.from({ length: 200 }, (_, position) => ({ position })));
    }
    return answers.length;
  }).then((length) => response.end(String(length)));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const { port } = server.address() as AddressInfo;

let requestsLeft = statements / statementsPerRequest;
async function ask() {
  while (requestsLeft-- > 0) {
    const response = await fetch(`http://127.0.0.1:${port}`);
    await response.text();
    await db.select().from(signInFailures);
  }
}
await Promise.all(Array.from({ length: 10 }, ask));

for (let turn = 0; turn < 100 && collected < made / sampleEvery; turn++) {
  globalThis.gc?.();
  await nextTask();
}
console.log(`${made} made, ${collected} of ${made / sampleEvery} seen collected`);
server.close();
await closeDatabase();
