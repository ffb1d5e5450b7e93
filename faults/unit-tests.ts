import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Fault } from "./fault";

/** Runs a file of unit tests on PostgreSQL that repeats a race `full` times when it runs in full. */
export const unitTestsOf =
  (file: string, full: number): Fault =>
  async ({ rounds }) => {
    const settings = { TEST_DATABASE: "postgres", FAULT_ROUNDS: String((100 * rounds) / full) };
    const tests = spawn("vitest", ["run", "--testTimeout=3600000", file], {
      env: { ...process.env, ...settings },
      stdio: "inherit",
    });
    const [status] = await once(tests, "exit");
    if (status !== 0) throw new Error(`${file} failed`);
    return `${rounds} races, and none was lost or won twice`;
  };
