import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject, vi } from "vitest";

// Test files share a process and its packages, for speed. Each file loads our modules again, with its own data folder.
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
  const shared = globalThis as { redlineDatabase?: { close: () => Promise<void> } };
  await shared.redlineDatabase?.close();
  delete shared.redlineDatabase;
  rmSync(folder, { recursive: true, force: true });
});
