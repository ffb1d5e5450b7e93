import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Each test file has a data folder, and so a database file, of its own.
const folder = mkdtempSync(join(tmpdir(), "redline-unit-"));
Object.assign(process.env, {
  DATA_DIR: folder,
  TIME_ZONE: "America/Los_Angeles",
  ORIGIN: "http://localhost:3000",
});

afterAll(async () => {
  const kept = globalThis as { redlineDatabase?: { close: () => Promise<void> } };
  await kept.redlineDatabase?.close();
  rmSync(folder, { recursive: true, force: true });
});
