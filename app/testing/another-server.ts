import { vi } from "vitest";

const shared = globalThis as { redlineDatabase?: object };

/**
 * Loads modules again, as another server of the same database and data folder does. Call `close` before the test ends.
 */
export async function anotherServer<Modules>(load: () => Promise<Modules>) {
  const own = shared.redlineDatabase;
  delete shared.redlineDatabase;
  vi.resetModules();
  try {
    const modules = await load();
    const { closeDatabase } = await import("~/models/db.server");
    return { ...modules, close: closeDatabase };
  } finally {
    shared.redlineDatabase = own;
  }
}
