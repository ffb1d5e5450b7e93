import { resolve } from "node:path";
import { parseArgs } from "node:util";

const usage = "Usage: npm run seed -- --permits 1000000 [--into folder]";

async function seed(): Promise<void> {
  const { values } = parseArgs({ options: { permits: { type: "string" }, into: { type: "string" } } });
  const total = Number(values.permits);
  if (!Number.isSafeInteger(total) || total < 1) throw new Error(usage);
  // The settings are read when the application is loaded.
  if (values.into) process.env.DATA_DIR = resolve(values.into);

  const { env } = await import("~/env.server");
  const { closeDatabase } = await import("~/models/db.server");
  const { seedPermits } = await import("~/seed/demo.server");
  const start = performance.now();
  await seedPermits(total).finally(closeDatabase);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${total.toLocaleString("en-US")} permits in ${env.DATA_DIR}, in ${seconds} s`);
}

await seed().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
