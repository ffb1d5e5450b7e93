import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { z } from "zod";
import { migrationsFolder } from "~/platform/db/dialect.server";
import { writeWhole } from "~/platform/whole-file.server";
import { unreadable } from "./failure-reason.server";

/** Changes when an older version cannot read it. */
const format = 2;

/** In format 1 each file had its hash as its name. */
const hashesOfNames = (contents: unknown) =>
  Array.isArray(contents)
    ? Object.fromEntries(contents.map((name) => [name, String(name).replace(/\.webp$/, "")]))
    : contents;

const schema = z.object({
  redlineBackup: z.int().positive(),
  createdAt: z.iso.datetime(),
  engine: z.enum(["sqlite", "postgresql"]),
  /** The hashes of the migrations that the database has. */
  migrations: z.array(z.string()),
  database: z.object({
    file: z.enum(["redline.db", "redline.dump"]),
    bytes: z.number(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** The keys of the plan files, letters and pictures, with their hashes, or the beginnings of these. */
  contents: z.preprocess(hashesOfNames, z.record(z.string(), z.string().regex(/^[0-9a-f]{16,64}$/))),
  /** Those that the database names, and the data folder did not have. */
  missing: z.array(z.string()),
});

export type Manifest = z.output<typeof schema>;

export const manifestFile = "manifest.json";

export const writeManifest = (folder: string, manifest: Omit<Manifest, "redlineBackup">): Promise<void> =>
  writeWhole(join(folder, manifestFile), JSON.stringify({ redlineBackup: format, ...manifest }));

/** Returns undefined for a folder without one. Throws an error of one line for one that this version cannot read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestFile), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw unreadable(error);
  });
  if (text === undefined) return undefined;
  const found = parsed(text);
  if (!found || typeof found.redlineBackup !== "number")
    throw new Error(`${join(folder, manifestFile)} is damaged, or of another program`);
  if (found.redlineBackup > format) throw new Error(newer);
  const result = schema.safeParse(found);
  if (!result.success) throw new Error(`${join(folder, manifestFile)} is damaged`);
  return result.data;
}

function parsed(text: string): { redlineBackup?: unknown } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const newer = "The backup was made by a newer version of Redline: install that version, then restore";

export function refuseNewer({ migrations }: Manifest): void {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash));
  if (migrations.some((hash) => !known.has(hash))) throw new Error(newer);
}
