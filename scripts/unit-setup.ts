import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject, vi } from "vitest";

// Test files share a process and its packages, for speed; each has our modules, a data folder and settings of its own.
const folder = mkdtempSync(join(tmpdir(), "redline-unit-"));
copyFileSync(inject("migratedDatabase"), join(folder, "redline.db"));
vi.resetModules();
Object.assign(process.env, {
  DATA_DIR: folder,
  TIME_ZONE: "America/Los_Angeles",
  ORIGIN: "http://localhost:3000",
});

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  const kept = globalThis as { redlineDatabase?: { close: () => Promise<void> } };
  await kept.redlineDatabase?.close();
  delete kept.redlineDatabase;
  rmSync(folder, { recursive: true, force: true });
});
