import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "~/platform/env.server";
import { writeWhole } from "~/platform/whole-file.server";
import { failureReason } from "./failure-reason.server";

const schema = z.object({
  /** When the last backup ended, and what went wrong. */
  endedAt: z.iso.datetime(),
  error: z.string().nullable(),
  /** The last one that succeeded. */
  good: z
    .object({ endedAt: z.iso.datetime(), folder: z.string(), bytes: z.number(), missing: z.number() })
    .nullable(),
});

export type LastBackup = z.output<typeof schema>;
export type GoodBackup = NonNullable<LastBackup["good"]>;

// A file, since a backup must not open the database, which would migrate it, and a full disk would refuse a row too.
const file = join(env.DATA_DIR, "last-backup.json");

/** Returns undefined before the first backup. */
export async function readLastBackup(): Promise<LastBackup | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A failure is written down too. Returns why that is not possible, if it is not. */
export async function recordBackup(
  endedAt: string,
  result: { error: string } | { good: GoodBackup },
): Promise<string | undefined> {
  const good = "good" in result ? result.good : ((await readLastBackup())?.good ?? null);
  const record: LastBackup = { endedAt, error: "error" in result ? result.error : null, good };
  return writeWhole(file, JSON.stringify(record)).then(
    () => undefined,
    (error) => failureReason(error, env.DATA_DIR),
  );
}
