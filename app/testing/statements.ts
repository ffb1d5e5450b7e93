import { vi } from "vitest";
import { writer } from "~/models/db.server";

type Statement = { source: string; readonly: boolean };

const methods = ["all", "get", "iterate"] as const;

/**
 * Runs work and returns the SQL of every SELECT that it executes on any connection, in order: also of
 * statements that were prepared before, and once for each execution. BEGIN, COMMIT and pragmas are left out.
 */
export async function statementsIn(work: () => Promise<unknown>): Promise<string[]> {
  const prototype = Object.getPrototypeOf(writer.prepare("SELECT 1"));
  const executed: string[] = [];
  const spies = methods.map((method) => {
    const execute = prototype[method];
    return vi.spyOn(prototype, method).mockImplementation(function (this: Statement, ...values: unknown[]) {
      if (this.readonly && /^\W*(select|with)\b/i.test(this.source)) executed.push(this.source);
      return execute.apply(this, values);
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return executed;
}
