import { configDefaults, defineConfig } from "vitest/config";
import { onlySqlite } from "./app/testing/only-sqlite.ts";
import { UnitOrder } from "./scripts/unit-order.ts";

/** The files whose code is only SQLite's. */
const sqliteFiles = onlySqlite.filter(({ tests }) => tests === "all").map(({ file }) => file);

// Separate from vite.config.ts, because unit tests run without React Router's plugin.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: "node",
    include: ["app/**/*.test.{ts,tsx}", "bench/**/*.test.ts", "faults/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(process.env.TEST_DATABASE === "postgres" ? sqliteFiles : [])],
    globalSetup: ["scripts/unit-database.ts"],
    sequence: { sequencer: UnitOrder },
    setupFiles: ["scripts/unit-setup.ts"],
    pool: "forks",
    isolate: false,
    maxWorkers: "100%",
    // Tests create many short-lived objects: with more room for them, collecting them takes half the time.
    execArgv: ["--max-semi-space-size=64"],
    // Password hashes are deliberately slow, and slower on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
