import { spawn } from "node:child_process";
import { once } from "node:events";

const program = `
  const Database = require("better-sqlite3");
  const [file, before] = process.argv.slice(1);
  const database = new Database(file);
  database.exec(before);
  database.exec("BEGIN IMMEDIATE");
  process.stdout.write("held");
  process.stdin.resume().on("end", () => {
    database.exec("COMMIT");
    database.close();
  });
`;

/** Makes the last use of sessions so long ago that their next request records it. */
export const sessionsUsedEarlier =
  "update sessions set last_seen_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')";

/** As a tool that writes to it does. `before` is changed and committed first. */
export async function holdDatabase(file: string, before = ""): Promise<{ release: () => Promise<void> }> {
  const holder = spawn(process.execPath, ["-e", program, "--", file, before], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(holder, "exit");
  const begun = once(holder.stdout, "data").then(() => true);
  if (!(await Promise.race([begun, ended.then(() => false)]))) throw new Error(`${file} could not be held`);
  return {
    release: async () => {
      holder.stdin.end();
      await ended;
    },
  };
}
