import { defineConfig } from "vitest/config";

// Separate from vite.config.ts, because unit tests run without React Router's plugin.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: "node",
    include: ["app/**/*.test.{ts,tsx}", "bench/**/*.test.ts", "faults/**/*.test.ts", "scripts/**/*.test.ts"],
    globalSetup: ["scripts/unit-database.ts"],
    setupFiles: ["scripts/unit-setup.ts"],
    pool: "forks",
    isolate: false,
    maxWorkers: "100%",
    // Password hashes are deliberately slow, and slower on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
