import { env } from "~/platform/env.server";
import type { FileOfRow } from "../files/file-places.server";

/** Where an installation keeps its data. */
export type Installation = { dataFolder: string; databaseUrl?: string };

export const thisInstallation = (): Installation => ({
  dataFolder: env.DATA_DIR,
  databaseUrl: env.DATABASE_URL,
});

export type Snapshot = { contents: FileOfRow[]; migrations: string[] };

/** What a backup needs of a database. Each throws an error of one line. */
export type DatabaseBackup = {
  engine: "sqlite" | "postgresql";
  file: "redline.db" | "redline.dump";
  /** All files that rows have now. */
  readContents: () => Promise<FileOfRow[]>;
  /** Copies the database as it is at one moment, while others write, and returns what is in the copy. */
  copyTo: (path: string) => Promise<Snapshot>;
  /** Throws if a server uses the database. */
  refuseInUse: () => Promise<void>;
  hasData: () => Promise<boolean>;
  /** Puts a copy in the place of the database, at once: a failure leaves it as it was. Returns where the former one is, if it is kept. */
  replaceBy: (path: string) => Promise<string | undefined>;
};

export async function databaseOf({ dataFolder, databaseUrl }: Installation): Promise<DatabaseBackup> {
  if (databaseUrl === undefined) return (await import("./sqlite-backup.server")).sqliteBackup(dataFolder);
  return (await import("./postgres-backup.server")).postgresBackup(databaseUrl);
}
