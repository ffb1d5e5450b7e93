import { closeSync, openSync, writeSync } from "node:fs";
import Database from "better-sqlite3";

// Loaded by Node.js before the server (`--import`), so that the server itself contains nothing for it.
const log = openSync(process.env.STATEMENT_LOG, "a");
process.on("exit", () => closeSync(log));

const database = new Database(":memory:");
const statement = Object.getPrototypeOf(database.prepare("select 1"));
database.close();

const record = (sql, values, milliseconds) =>
  writeSync(log, `${JSON.stringify({ sql, values, milliseconds })}\n`);

/** Adds the time of every execution to the log: all of a result, or its rows one after another. */
for (const method of ["all", "get", "run"]) {
  const execute = statement[method];
  statement[method] = function (...values) {
    const start = performance.now();
    try {
      return execute.apply(this, values);
    } finally {
      record(this.source, values, performance.now() - start);
    }
  };
}
