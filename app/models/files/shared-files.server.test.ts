import { mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isPostgres } from "~/platform/db/dialect.server";
import { anotherServer } from "~/testing/another-server";
import { type App, openApp, viewerIn } from "~/testing/new-app";
import {
  binnedRows,
  bytesOf,
  contentOf,
  expectOwnFiles,
  installationWithSharedFiles,
  keysIn,
  letterWith,
  pictureOf,
  upload,
  writeIn,
} from "~/testing/shared-files";
import { pathInDataFolder } from "./file-key.server";

const disk = vi.hoisted(() => ({ hasLinks: true, isFull: false }));

vi.mock(import("node:fs/promises"), async (original) => {
  const actual = await original();
  const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  const link: typeof actual.link = (...paths) => (disk.hasLinks ? actual.link(...paths) : failing("EPERM"));
  const open: typeof actual.open = async (...options) => {
    const file = await actual.open(...options);
    if (disk.isFull) file.writeFile = () => failing("ENOSPC");
    return file;
  };
  return { ...actual, link, open };
});

/** With what the version before leaves when it is killed. */
async function installation() {
  const before = await installationWithSharedFiles();
  const { folder } = before;
  writeIn(folder, join("files/incoming", upload), bytesOf("broken off"));
  // A server that was killed has set aside what rows have, and what nobody has.
  mkdirSync(join(folder, "files/removed"));
  renameSync(
    join(folder, pathInDataFolder(contentOf("ofOne")) ?? ""),
    join(folder, "files/removed", `${contentOf("ofOne")}.claim`),
  );
  writeIn(folder, join("files/removed", `${contentOf("unused")}.claim`), bytesOf("unused"));
  writeIn(folder, join("pictures", `${upload}.part`), bytesOf("broken off"));
  return before;
}

const triggersAndViews = isPostgres
  ? "select tgname as name from pg_trigger where not tgisinternal union all select viewname from pg_views where schemaname = 'public'"
  : "select name from sqlite_master where type in ('trigger', 'view')";

let app: App;

/** The rows of the migrated installation, with the modules of a server that has not given rows their files yet. */
async function migrated() {
  const before = await installation();
  const kept = await before.rowsIn(triggersAndViews);
  app = await openApp(before.settings, before.folder);
  const { giveRowsTheirOwnFiles } = await import("./shared-files.server");
  const { removeFiles } = await import("./file-removal.server");
  return { ...before, kept, giveRowsTheirOwnFiles, removeFiles };
}

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  Object.assign(disk, { hasLinks: true, isFull: false });
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  await app.close();
  vi.restoreAllMocks();
});

describe("the migration", () => {
  test("gives each row a key of its own, and lists what is to be copied and removed", async () => {
    await migrated();
    const keys = keysIn(app);
    expect(new Set(keys.map(({ file_key }) => file_key)).size).toBe(keys.length);
    const first = contentOf("shared");
    expect(app.read("select id, file_key, sha256 from plan_files order by id")).toEqual([
      { id: 1, file_key: first, sha256: first },
      { id: 2, file_key: expect.stringMatching(/^[0-9a-f]{32}$/), sha256: first },
      { id: 3, file_key: expect.stringMatching(/^[0-9a-f]{32}$/), sha256: contentOf("sharedWithLetters") },
      { id: 4, file_key: contentOf("ofOne"), sha256: contentOf("ofOne") },
    ]);
    const sources = app.readList<string>("select source from files_to_copy");
    const [shared, sharedWithLetters, ofBin] = ["shared", "sharedWithLetters", "ofBin"].map(contentOf);
    expect(sources.sort()).toEqual(
      [
        ...[shared, shared, sharedWithLetters, sharedWithLetters, sharedWithLetters, ofBin, ofBin],
        ...[
          contentOf("unknown"),
          pictureOf("sharedLogo"),
          pictureOf("sharedLogo"),
          pictureOf("sharedPicture"),
        ],
      ].sort(),
    );
    const toRemove = app.readList<string>("select file_key from files_to_remove where keep_until is null");
    expect(toRemove.sort()).toEqual(
      [...["staged", "unused", "ofBin"].map(contentOf), pictureOf("unusedPicture")].sort(),
    );
    expect(app.readOne("select count(*) from staged_files")).toBe(0);
  });

  test("gives each city the logos of its letters, and its letters and users pictures of their own", async () => {
    await migrated();
    const logos = app.read<{ city_id: number; path: string }>(
      "select * from city_logos order by city_id, path",
    );
    const own = expect.stringMatching(
      new RegExp(`^${pictureOf("sharedLogo").slice(0, 16)}[0-9a-f]{16}.webp$`),
    );
    expect(logos.filter(({ city_id }) => city_id === 1).map(({ path }) => path)).toEqual(
      ["sharedLogo", "earlierLogo", "binnedLogo"].map(pictureOf).sort(),
    );
    expect(logos.filter(({ city_id }) => city_id === 2)).toEqual([{ city_id: 2, path: own }]);
    const [second] = app.readList<string>("select path from city_logos where city_id = 2");
    expect(app.readList("select logo_path from cities order by id")).toEqual([
      pictureOf("sharedLogo"),
      second,
      null,
    ]);
    const logosOfLetters = app.readList<string>("select content from letters order by id");
    expect(logosOfLetters).toEqual([
      letterWith(pictureOf("earlierLogo")),
      letterWith(second ?? ""),
      letterWith(null),
    ]);
    expect(app.readList("select profile_image_path from users order by id")).toEqual([
      pictureOf("sharedPicture"),
      expect.not.stringContaining(pictureOf("sharedPicture")),
      own,
      null,
    ]);
  });

  test("leaves no trigger and no view out, and the content of letters last", async () => {
    const { kept, rowsIn } = await migrated();
    expect(await rowsIn(triggersAndViews)).toEqual(expect.arrayContaining(kept));
    const [letter] = await rowsIn<object>("select * from letters");
    if (!isPostgres) expect(Object.keys(letter ?? {}).at(-1)).toBe("content");
  });
});

describe("a start after the migration", () => {
  test("gives each row its file, which takes no space, and removes what nobody has", async () => {
    const { folder, giveRowsTheirOwnFiles, removeFiles } = await migrated();
    await giveRowsTheirOwnFiles();
    const [first, second] = app.readList<string>(
      "select file_key from plan_files where id in (1, 2) order by id",
    );
    expect(statSync(app.pathOfFile(second ?? "")).ino).toBe(statSync(app.pathOfFile(first ?? "")).ino);
    expect(logged.mock.calls.join()).toContain(`The file ${contentOf("unknown")} is missing`);
    await removeFiles();
    expectOwnFiles(folder, app);
  });

  test("lets a permit be restored from the bin with its files", async () => {
    const { giveRowsTheirOwnFiles, removeFiles } = await migrated();
    expect(app.readOne("select rows from binned_permits")).not.toMatch(/contentHash|logoPath/);
    await giveRowsTheirOwnFiles();
    const { restorePermit } = await import("../records/permit-bin.server");
    await restorePermit(await viewerIn(app, "user4@city.test"), 3);
    await removeFiles();
    const { db } = await import("~/platform/db/db.server");
    const { planFiles, letters } = await import("../tables.server");
    const { problemOfFile } = await import("./plan-file-store.server");
    const files = await db.select().from(planFiles).where(eq(planFiles.permitId, 3)).orderBy(planFiles.id);
    const sent = await db.select().from(letters).where(eq(letters.permitId, 3)).orderBy(letters.id);
    expect(files).toMatchObject(
      binnedRows.planFiles.map(({ contentHash, ...file }) => ({ ...file, sha256: contentHash })),
    );
    expect(sent).toMatchObject(
      binnedRows.letters.map(({ contentHash, logoPath, ...letter }) => ({ ...letter, sha256: contentHash })),
    );
    expect(await Promise.all([...files, ...sent].map(problemOfFile))).toEqual([
      ...[undefined, undefined],
      ...[undefined, undefined, "missing"],
    ]);
  });

  test("copies files on a disk without links, and goes on after one that was full", async () => {
    const { folder, giveRowsTheirOwnFiles, removeFiles, rowsIn } = await migrated();
    const copies = app.readOne<number>("select count(*) from files_to_copy");
    Object.assign(disk, { hasLinks: false, isFull: true });
    await expect(giveRowsTheirOwnFiles()).rejects.toThrow(
      `The disk of ${folder} is full: files that several rows had are being copied. Nothing is lost: free some space, then start again`,
    );
    const left = await rowsIn<{ file_key: string; source: string }>("select * from files_to_copy");
    expect(left.length).toBeGreaterThan(copies - 2);
    disk.isFull = false;
    await giveRowsTheirOwnFiles();
    expect(await rowsIn("select * from files_to_copy")).toEqual([]);
    await removeFiles();
    expectOwnFiles(folder, app);
  });

  test.runIf(isPostgres).each([true, false])(
    "of two servers at once gives each row its file (with links: %s)",
    async (hasLinks) => {
      const { folder, giveRowsTheirOwnFiles, removeFiles } = await migrated();
      disk.hasLinks = hasLinks;
      const other = await anotherServer(() => import("./shared-files.server"));
      await Promise.all([giveRowsTheirOwnFiles(), other.giveRowsTheirOwnFiles()]);
      await other.close();
      await removeFiles();
      expectOwnFiles(folder, app);
    },
  );
});
