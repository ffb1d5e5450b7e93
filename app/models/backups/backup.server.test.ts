import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { eq, getTableName } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { env } from "~/platform/env.server";
import { hashOf } from "~/platform/whole-file.server";
import { allTables } from "~/testing/database";
import { openApp } from "~/testing/new-app";
import { newFolder, newPostgresDatabase } from "~/testing/new-database";
import { contentOf, expectOwnFiles, filesIn, installationWithSharedFiles } from "~/testing/shared-files";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { createDatabase, runStatements } from "../../../scripts/postgres-server";
import { now } from "../clock.server";
import { pathInDataFolder } from "../files/file-key.server";
import { storeBytes } from "../files/plan-file-store.server";
import { cities, planFiles } from "../tables.server";
import { makeBackup } from "./backup.server";
import { backupsIn, removeOld } from "./backup-folder.server";
import { whileOnlyOne } from "./backup-lock.server";
import { contentFolders } from "./content-copy.server";
import { type Installation, thisInstallation } from "./database-backup.server";
import { readLastBackup } from "./last-backup.server";
import { restoreBackup, verifyBackup } from "./restore.server";
import { sqliteBackup } from "./sqlite-backup.server";

let place: string;
let permitId: number;

beforeAll(async () => {
  const administrator = await makeViewer("admin");
  permitId = (await makePermit(administrator, (await makeCity()).id)).id;
  await addFile();
});

beforeEach(() => {
  place = join(newFolder(), "backups");
});

afterEach(() => void vi.useRealTimers());

/** Adds a plan file with contents of its own, and returns where they are in a data folder. */
async function addFile(): Promise<string> {
  const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}`));
  const file = { permitId, reviewCycle: "PC1" as const, fileName: "plan.pdf", kind: "pdf" as const };
  await write((tx) => tx.insert(planFiles).values({ ...file, ...stored, uploadedAt: now() }));
  return pathInDataFolder(stored.fileKey) ?? "";
}

const newInstallation = async (): Promise<Installation> => ({
  dataFolder: join(newFolder(), "data"),
  databaseUrl: isPostgres
    ? await newPostgresDatabase(createDatabase("").replace(/^create database\s*/, ""))
    : undefined,
});

const restored = async (path: string, options = { replace: false }) => {
  const installation = await newInstallation();
  await restoreBackup(await verifyBackup(path), installation, options);
  return installation;
};

const fromThen = (days: number) => Date.now() + days * 24 * 60 * 60 * 1000;

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

/** Reads all tables of a database that no server has open. */
async function rowsIn({ dataFolder, databaseUrl }: Installation) {
  const queries = allTables.map((table) => `select * from "${getTableName(table)}"`);
  if (databaseUrl !== undefined)
    return (await runStatements(databaseUrl, ...queries)).map(({ rows }) => sorted(rows));
  const database = new Database(join(dataFolder, "redline.db"), { readonly: true });
  const rows = queries.map((query) => sorted(database.prepare(query).all()));
  database.close();
  return rows;
}

describe("a backup", () => {
  test("restored, has the same rows and files", async () => {
    const path = await addFile();
    await makeBackup(place, 30);
    const installation = await restored(place);
    expect(await rowsIn(installation)).toEqual(await rowsIn(thisInstallation()));
    expect(await readFile(join(installation.dataFolder, path))).toEqual(
      await readFile(join(env.DATA_DIR, path)),
    );
  });

  test("of a restored installation can be restored again", async () => {
    await makeBackup(place, 30);
    const installation = await restored(place);
    const backup = await verifyBackup(place);
    await restoreBackup(backup, installation, { replace: true });
    expect(await rowsIn(installation)).toEqual(await rowsIn(thisInstallation()));
  });

  test("copies only files that no earlier one has", async () => {
    const first = await makeBackup(place, 30);
    expect(first.added).toBe(first.contents);
    await addFile();
    const second = await makeBackup(place, 30);
    expect([second.added, second.contents]).toEqual([1, first.contents + 1]);
    expect(await backupsIn(place)).toHaveLength(2);
    const { contents } = await verifyBackup(first.folder);
    expect(Object.keys(contents)).toHaveLength(first.contents);
  });

  test("says how many files are missing or damaged in the data folder", async () => {
    const [missing, damaged] = [await addFile(), await addFile()].map((path) => join(env.DATA_DIR, path));
    await rm(missing as string);
    await appendFile(damaged as string, "x");
    expect(await makeBackup(place, 30)).toMatchObject({ missing: 2 });
    await expect(verifyBackup(place)).resolves.toMatchObject({
      missing: expect.objectContaining({ length: 2 }),
    });
    await write((tx) => tx.delete(planFiles).where(eq(planFiles.permitId, permitId)));
  });

  test("is removed with the files that only it has when it is too old, but not the last one", async () => {
    const path = await addFile();
    const first = await makeBackup(place, 30);
    await write((tx) => tx.delete(planFiles).where(eq(planFiles.permitId, permitId)));
    await removeOld(place, "2100-01-01T00:00:00.000Z");
    expect(existsSync(first.folder)).toBe(true);
    const kept = await addFile();
    const second = await makeBackup(place, 30);
    await removeOld(place, "2100-01-01T00:00:00.000Z");
    expect(await backupsIn(place)).toEqual([second.folder.slice(place.length + 1)]);
    expect([existsSync(join(place, path)), existsSync(join(place, kept))]).toEqual([false, true]);
    await verifyBackup(place);
  });

  test("that was killed is removed by the next one", async () => {
    const part = join(place, "2026-11-28T10-00-00-000Z.part");
    const copy = join(place, "files", "copy.part");
    await mkdir(part, { recursive: true });
    await writeFile(join(part, "redline.db"), "torn");
    await mkdir(dirname(copy));
    await writeFile(copy, "torn");
    await makeBackup(place, 30);
    expect([existsSync(part), existsSync(copy)]).toEqual([false, false]);
  });

  const removeAllOld = () => removeOld(place, "2100-01-01T00:00:00.000Z");

  test("is removed without files of other programs, however the folder is written", async () => {
    const path = await addFile();
    await makeBackup(place, 30);
    const foreign = join(place, "pictures", "holiday.webp");
    await mkdir(dirname(foreign), { recursive: true });
    await writeFile(foreign, "");
    vi.useFakeTimers({ now: fromThen(31), toFake: ["Date"] });
    await makeBackup(`${place}/../backups/`, 30);
    expect(await backupsIn(place)).toHaveLength(1);
    expect([existsSync(foreign), existsSync(join(place, path))]).toEqual([true, true]);
    await verifyBackup(place);
  });

  test("is removed without its files while another one cannot be read", async () => {
    const path = await addFile();
    const first = await makeBackup(place, 30);
    await write((tx) => tx.delete(planFiles).where(eq(planFiles.permitId, permitId)));
    const second = await makeBackup(place, 30);
    await writeFile(join(second.folder, "manifest.json"), "torn");
    await removeAllOld();
    expect([existsSync(first.folder), existsSync(join(place, path))]).toEqual([false, true]);
  });

  test("is refused while the newest one is later than now", async () => {
    const { folder } = await makeBackup(place, 30);
    vi.useFakeTimers({ now: fromThen(-1), toFake: ["Date"] });
    await expect(makeBackup(place, 30)).rejects.toThrow(`${folder} is later than now`);
    expect(await readdir(place)).toContain(basename(folder));
  });

  test.skipIf(isPostgres)("of a damaged database is refused", async () => {
    const { dataFolder } = await restored((await makeBackup(place, 30)).folder);
    const file = join(dataFolder, "redline.db");
    await writeFile(file, await readFile(file).then((bytes) => bytes.fill(0xff, bytes.length / 2)));
    const copy = join(newFolder(), "redline.db");
    await expect(sqliteBackup(dataFolder).copyTo(copy)).rejects.toThrow("The database is damaged");
  });

  test("says which file of the data folder cannot be read", async () => {
    const path = join(env.DATA_DIR, await addFile());
    await rm(path);
    await mkdir(path);
    await expect(makeBackup(place, 30)).rejects.toThrow("cannot be read (EISDIR)");
    await rm(path, { recursive: true });
    await write((tx) => tx.delete(planFiles).where(eq(planFiles.permitId, permitId)));
  });

  test("that cannot be written down for the dashboard is made, and says so", async () => {
    const file = join(env.DATA_DIR, "last-backup.json");
    await rm(file, { force: true });
    await mkdir(join(file, "folder"), { recursive: true });
    const { folder, notRecorded } = await makeBackup(place, 30);
    await rm(file, { recursive: true });
    expect(notRecorded).toContain("cannot be written");
    await verifyBackup(folder);
  });

  test("is not made as root in the folder of another user", async () => {
    if (process.getuid?.() !== 0) return;
    const folder = newFolder();
    await chown(folder, 65534, 65534);
    await expect(whileOnlyOne(folder, async () => undefined)).rejects.toThrow("belongs to another user");
    await chown(env.DATA_DIR, 65534, 65534);
    await expect(makeBackup(place, 30)).rejects.toThrow("belongs to another user");
    await chown(env.DATA_DIR, 0, 0);
    expect(await readLastBackup()).toBeUndefined();
  });

  test("that fails is written down, and leaves the one before as it was", async () => {
    await makeBackup(place, 30);
    const good = (await readLastBackup())?.good;
    const taken = join(newFolder(), "a file");
    await writeFile(taken, "");
    const other = join(taken, "backups");
    await expect(makeBackup(other, 30)).rejects.toThrow(`${other} cannot be written (ENOTDIR)`);
    expect(await readLastBackup()).toMatchObject({
      error: expect.stringContaining("cannot be written"),
      good,
    });
    await verifyBackup(place);
  });

  test("is refused in the data folder, and while another one runs", async () => {
    await expect(makeBackup(env.DATA_DIR, 30)).rejects.toThrow("is the data folder");
    const files = join(env.DATA_DIR, "files", "backups");
    await expect(makeBackup(files, 30)).rejects.toThrow("choose another one");
    await rm(files, { recursive: true });
    const results = await Promise.allSettled([makeBackup(place, 30), makeBackup(place, 30)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: "Another backup or restore is running: wait until it ends" },
    });
  });
});

describe("a restore is refused", () => {
  let folder: string;
  beforeEach(async () => {
    await addFile();
    folder = (await makeBackup(place, 30)).folder;
  });

  const changeManifest = async (changes: object) => {
    const path = join(folder, "manifest.json");
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), ...changes }));
  };
  const databaseFile = () => join(folder, isPostgres ? "redline.dump" : "redline.db");

  test.each<[string, string, () => Promise<unknown>]>([
    ["without a backup", "There is no backup in", () => rm(folder, { recursive: true })],
    [
      "with a torn manifest",
      "is damaged",
      () => writeFile(join(folder, "manifest.json"), '{"redlineBackup":1,'),
    ],
    [
      "with a manifest of another program",
      "of another program",
      () => writeFile(join(folder, "manifest.json"), "[]"),
    ],
    ["without its manifest", "manifest.json is missing", () => rm(join(folder, "manifest.json"))],
    [
      "with a manifest that names another file",
      "is damaged",
      () => changeManifest({ database: { file: "..", bytes: 1, sha256: "" } }),
    ],
    ["of no format", "is damaged", () => changeManifest({ redlineBackup: 0 })],
    [
      "with a folder in the place of a file",
      "cannot be read (EISDIR)",
      async () => {
        const path = join(place, await aContent());
        await rm(path);
        await mkdir(path);
      },
    ],
    ["of a newer format", "newer version of Redline", () => changeManifest({ redlineBackup: 3 })],
    ["of a newer database", "newer version of Redline", () => changeManifest({ migrations: ["unknown"] })],
    [
      "with a name that leads elsewhere",
      "cannot have",
      () => changeManifest({ contents: { "../../etc/passwd": "0".repeat(64) } }),
    ],
    ["with a torn database", "is damaged. Use an earlier one", () => appendFile(databaseFile(), "x")],
    ["without its database", "The backup is not complete", () => rm(databaseFile())],
    [
      "with a torn file",
      "is damaged. Use an earlier one",
      async () => appendFile(join(place, await aContent()), "x"),
    ],
    ["without a file", "The backup is not complete", async () => rm(join(place, await aContent()))],
  ])("%s: %s", async (_, message, spoil) => {
    await spoil();
    await expect(verifyBackup(place)).rejects.toThrow(message);
  });

  async function aContent(): Promise<string> {
    const paths = await readdir(join(place, "files"), { recursive: true });
    return join("files", paths.find((path) => path.length > 30) as string);
  }

  test("over data, unless they are to be replaced", async () => {
    const installation = await restored(place);
    const backup = await verifyBackup(place);
    await expect(restoreBackup(backup, installation, { replace: false })).rejects.toThrow("add --replace");
    const kept = await restoreBackup(backup, installation, { replace: true });
    if (isPostgres) expect(kept).toBeUndefined();
    else expect(await rowsIn({ dataFolder: kept as string })).toEqual(await rowsIn(thisInstallation()));
  });

  test("while a server runs", async () => {
    // A server that has written nothing has opened no connection to PostgreSQL.
    await write((tx) => tx.update(cities).set({ cityName: "In use" }));
    const backup = await verifyBackup(place);
    await expect(restoreBackup(backup, thisInstallation(), { replace: true })).rejects.toThrow(
      "Redline is running",
    );
    expect(await db.select().from(cities)).toMatchObject([{ cityName: "In use" }]);
  });

  test("of the other database", async () => {
    const backup = await verifyBackup(place);
    const other = { ...backup, engine: isPostgres ? ("sqlite" as const) : ("postgresql" as const) };
    await expect(restoreBackup(other, await newInstallation(), { replace: false })).rejects.toThrow(
      "settings are for",
    );
  });

  test("and leaves the data as they were when it fails in the middle", async () => {
    const installation = await restored(place);
    const later = join(newFolder(), "backups");
    await addFile();
    await makeBackup(later, 30);
    const before = await rowsIn(installation);
    const files = await readdir(installation.dataFolder, { recursive: true });
    const backup = await verifyBackup(later);
    await appendFile(join(backup.folder, backup.database.file), "x");
    await expect(restoreBackup(backup, installation, { replace: true })).rejects.toThrow("is damaged");
    expect(await rowsIn(installation)).toEqual(before);
    const isContent = (path: string) => /[0-9a-f]{64}$/.test(path);
    const after = await readdir(installation.dataFolder, { recursive: true });
    expect(after.filter(isContent)).toEqual(files.filter(isContent));
  });

  test("into one folder at once, but for one", async () => {
    const installation = await newInstallation();
    const backup = await verifyBackup(place);
    const restores = [1, 2].map(() => restoreBackup(backup, installation, { replace: false }));
    const results = await Promise.allSettled(restores);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rowsIn(installation)).toEqual(await rowsIn(thisInstallation()));
  });
});

test("a damaged database is replaced", async () => {
  if (isPostgres) return;
  await makeBackup(place, 30);
  const installation = await newInstallation();
  await mkdir(installation.dataFolder);
  await writeFile(join(installation.dataFolder, "redline.db"), "no database".repeat(1000));
  await writeFile(join(installation.dataFolder, "redline.db-wal"), "no log");
  await restoreBackup(await verifyBackup(place), installation, { replace: true });
  expect(await rowsIn(installation)).toEqual(await rowsIn(thisInstallation()));
});

test("a backup of the version in which rows shared files is restored, and its files are not copied again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { folder: data, settings } = await installationWithSharedFiles();
  const folder = join(place, "2026-11-27T10-00-00-000Z");
  await mkdir(folder, { recursive: true });
  const file = isPostgres ? "redline.dump" : "redline.db";
  const path = join(folder, file);
  if (isPostgres) execFileSync("pg_dump", ["--format=custom", `--file=${path}`, settings.DATABASE_URL ?? ""]);
  else await rename(join(data, file), path);
  for (const name of contentFolders) await rename(join(data, name), join(place, name));
  const manifest = {
    ...{ redlineBackup: 1, createdAt: "2026-11-27T10:00:00.000Z", missing: [] },
    engine: isPostgres ? "postgresql" : "sqlite",
    migrations: [],
    database: { file, bytes: 1, sha256: await hashOf(path) },
    contents: filesIn(place).map(({ name }) => name),
  };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  const { dataFolder, databaseUrl } = await restored(place);
  const app = await openApp(databaseUrl ? { DATABASE_URL: databaseUrl } : {}, dataFolder);
  const { makeBackup: makeNext } = await import("./backup.server");
  const between = await makeNext(join(newFolder(), "backups"), 30);
  expect((await verifyBackup(between.folder)).contents).toHaveProperty(contentOf("ofBin"));
  const copies = app.readOne<number>("select count(*) from files_to_copy");
  await (await import("../files/shared-files.server")).giveRowsTheirOwnFiles();
  await (await import("../files/file-removal.server")).removeFiles();
  expectOwnFiles(dataFolder, app);
  const next = await makeNext(place, 30);
  await app.close();
  expect(next).toMatchObject({ added: copies - 1, missing: 1 });
  await verifyBackup(next.folder);
});
