import { spawnSync } from "node:child_process";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { newFolder } from "../app/testing/new-database";

const folder = join(newFolder(), "data");

/** Runs `npm run admin` to its end, on the test's own data folder. */
function admin(...words: string[]) {
  const settings = {
    ORIGIN: "http://localhost:3000",
    SESSION_SECRET: "x".repeat(32),
    DATA_DIR: folder,
  };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "scripts/admin.ts", ...words],
    { encoding: "utf8", env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings } },
  );
  return { status, stdout, stderr };
}

test.each([
  [["sign-out"], "sign-out ends the sessions of all users: npm run admin -- sign-out --everybody"],
  [["--everybody"], "--everybody belongs to: npm run admin -- sign-out --everybody"],
  [["sign-out", "--everybody", "--email", "dana@example.gov"], "sign-out ends the sessions of all users"],
  [["sign-off", "--everybody"], "There is no command sign-off; there are sign-out and turn-off-two-factor"],
  [["turn-off-two-factor", "--everybody"], "turn-off-two-factor is for one user, and needs only --email"],
  [["turn-off-two-factor", "--email", "ann@example.gov"], "No user has the email ann@example.gov"],
  [["sign-out", "--everyone"], "Unknown option '--everyone'"],
  [["--email", "dana", "--name", "Dana Park"], "dana is not an email address"],
])("%j is refused in one line with the exit code 1", (words, message) => {
  const { status, stdout, stderr } = admin(...words);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("sign-out --everybody ends all sessions, says how many, and what of API keys", () => {
  expect(admin("--email", "dana@example.gov", "--name", "Dana Park")).toMatchObject({
    status: 0,
    stderr: "",
  });
  const database = new Database(join(folder, "redline.db"));
  const count = (table: string) => database.prepare(`select count(*) from ${table}`).pluck().get();
  const insert = (values: string) => {
    const later = "2099-01-01T00:00:00.000Z";
    database
      .prepare(
        `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values (?, 1, ?, ?, ?)`,
      )
      .run(values, later, later, later);
  };
  insert("one");
  insert("two");
  database
    .prepare(
      "insert into api_keys (token_hash, user_id, name, is_read_only, created_at) values ('key', 1, 'Export', 0, '')",
    )
    .run();
  expect(admin("sign-out", "--everybody")).toEqual({
    status: 0,
    stdout: "Ended 2 sessions of 1 user. Still valid without --revoke-api-keys: 1 API key.\n",
    stderr: "",
  });
  expect([count("sessions"), count("api_keys")]).toEqual([0, 1]);
  expect(admin("sign-out", "--everybody", "--revoke-api-keys")).toMatchObject({
    stdout: "Ended 0 sessions of 0 users, and revoked 1 API key.\n",
  });
  expect(count("api_keys")).toBe(0);
  expect(count("audit_events where action = 'session.all-ended'")).toBe(2);
  database.close();
});
