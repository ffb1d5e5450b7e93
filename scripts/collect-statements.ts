import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTask } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { closeDatabase, db, write, writer } from "../app/models/db.server";
import { signInFailures } from "../app/models/tables.server";

// Creates statements while it serves requests, and prints how many were created and garbage-collected.
const statements = 20_000;
const statementsPerRequest = 100;
const sampleEvery = 100;

/** More than the prepared statements that a connection keeps. */
const laterStatements = 300;

let texts = 0;
/** A condition that no other query has, so that its statement is not one that is kept. */
const another = () => sql.raw(`${++texts} > 0`);

let created = 0;
let collected = 0;
const registry = new FinalizationRegistry(() => collected++);
writer.prepare = new Proxy(writer.prepare, {
  apply(prepare, database, parameters) {
    const statement = Reflect.apply(prepare, database, parameters);
    if (created === statements) return statement;
    created++;
    // Only a sample is registered, because a registered statement survives minor collections, unlike the others.
    if (created % sampleEvery === 0) registry.register(statement, undefined);
    return statement;
  },
});

// `write` uses AsyncLocalStorage, as in the application.
const server = createServer((_request, response) => {
  write(async (tx) => {
    const results: unknown[] = [];
    for (let index = 0; index < statementsPerRequest; index++) {
      results.push(await tx.select().from(signInFailures).where(another()));
      results.push(Array.from({ length: 200 }, (_, position) => ({ position })));
    }
    return results.length;
  }).then((length) => response.end(String(length)));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const { port } = server.address() as AddressInfo;

let requestsLeft = statements / statementsPerRequest;
async function sendRequests() {
  while (requestsLeft-- > 0) {
    const response = await fetch(`http://127.0.0.1:${port}`);
    await response.text();
    await db.select().from(signInFailures);
  }
}
await Promise.all(Array.from({ length: 10 }, sendRequests));
await write(async (tx) => {
  for (let index = 0; index < laterStatements; index++)
    await tx.select().from(signInFailures).where(another());
});

for (let attempt = 0; attempt < 100 && collected < created / sampleEvery; attempt++) {
  globalThis.gc?.();
  await nextTask();
}
console.log(`${created} created, ${collected} of ${created / sampleEvery} collected`);
server.close();
await closeDatabase();
