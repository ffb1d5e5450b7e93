import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function setDemo(folder) {
  const { PORT = "3000", DATA_DIR = folder } = process.env;
  Object.assign(process.env, {
    DEMO: "1",
    PORT,
    DATA_DIR,
    ORIGIN: process.env.ORIGIN ?? `http://localhost:${PORT}`,
    SESSION_SECRET: process.env.SESSION_SECRET ?? sessionSecretIn(DATA_DIR),
  });
}

/** Returns the secret that is stored next to the data, so that a restart does not sign users out. */
function sessionSecretIn(folder) {
  const path = join(folder, "session-secret");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(path, "utf8");
}
