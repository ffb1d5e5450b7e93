import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isPostgres } from "~/platform/db/dialect.server";
import { anotherServer } from "~/testing/another-server";
import { installationBefore } from "~/testing/earlier-version";
import { type App, openApp, viewerIn } from "~/testing/new-app";
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

// Before this migration, rows with the same bytes had one file, named by its SHA-256.
const migration = "one_file_for_each_row";

const bytesOf = (name: string): Buffer => Buffer.from(`%PDF-1.7 ${name}`);
const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const contentOf = (name: string): string => hashOf(bytesOf(name));
const pictureOf = (name: string): string => `${contentOf(name).slice(0, 32)}.webp`;

const files = ["shared", "sharedWithLetters", "ofOne", "ofBin", "staged", "unused"];
const pictures = ["sharedLogo", "earlierLogo", "binnedLogo", "sharedPicture", "unusedPicture"];
const upload = "0b6f7a3c-5d1e-4f7a-9c2b-1a2b3c4d5e6f";

const stamp = "2026-11-01T10:00:00.000Z";
const letterWith = (logo: string | null) =>
  JSON.stringify({ city: { name: 'The "Oak" \\ Ville', logo }, coverNote: "two\nlines" });

const ofPermit = (id: number) => ({ permitId: id, reviewCycle: "PC1" });

/** The rows of a permit in the bin, as the version before has written them. */
const binnedRows = {
  permits: [
    {
      ...{ id: 3, cityId: 1, permitCreationYear: 2026, urban37PermitNumber: "OAK-26-003" },
      ...{ status: "in_process", reviewCycle: "PC1", creationDate: "2026-11-01", dueDate: "2026-11-11" },
      ...{ projectName: "Pier", projectAddress: "1 Quay", projectType: "other", projectDescription: "" },
      ...{ isExpeditedReview: true, createdAt: stamp, updatedAt: stamp },
    },
  ],
  permitDisciplines: [],
  planChecks: [
    {
      ...ofPermit(3),
      id: 3,
      state: "released",
      receivedOn: "2026-11-01",
      createdAt: stamp,
      updatedAt: stamp,
    },
  ],
  letters: [
    ["sharedWithLetters", pictureOf("sharedLogo")],
    ["ofBin", pictureOf("binnedLogo")],
    ["unknown", null],
  ].map(([content, logoPath], index) => ({
    ...{ ...ofPermit(3), id: 10 + index, planCheckId: 3, issue: index + 1, number: `OAK-26-003-${index}` },
    ...{ kind: "corrections", outcome: "corrections_required", issuedOn: "2026-11-02", statusBefore: null },
    ...{ contentHash: contentOf(content ?? ""), byteSize: 9, logoPath, byId: null, byName: "Dana Park" },
    ...{
      supersededById: null,
      idempotencyKey: null,
      createdAt: stamp,
      content: letterWith(logoPath ?? null),
    },
  })),
  damagedLetters: [],
  correctionNumbers: [],
  corrections: [],
  backChecks: [],
  planFiles: ["shared", "ofBin"].map((content, index) => ({
    ...{ ...ofPermit(3), id: 10 + index, fileName: 'Größe "A" \\ 1.pdf', kind: "pdf", byteSize: 9 },
    ...{ contentHash: contentOf(content), origin: "submitted", letterId: null, isSetAside: true },
    ...{ awaitsCycle: false, uploadedById: null, uploadedAt: stamp, idempotencyKey: null, formPosition: 0 },
  })),
  comments: [],
  waitingThreads: [],
  assignments: [],
  timeEntries: [],
};

const quoted = (text: string | null) => (text === null ? "null" : `'${text.replaceAll("'", "''")}'`);

const permit = (id: number, cityId: number) =>
  `insert into permits (id, city_id, permit_creation_year, urban37_permit_number, status, review_cycle, creation_date, due_date, project_name, project_address, project_type, project_description, created_at, updated_at)
    values (${id}, ${cityId}, 2026, 'N-${id}', 'in_process', 'PC1', '2026-11-01', '2026-11-11', '', '', 'other', '', '${stamp}', '${stamp}')`;

const planCheck = (id: number) =>
  `insert into plan_checks (id, permit_id, review_cycle, state, received_on, created_at, updated_at) values (${id}, ${id}, 'PC1', 'released', '2026-11-01', '${stamp}', '${stamp}')`;

const letter = (id: number, permitId: number, content: string, logo: string | null) =>
  `insert into letters (id, permit_id, plan_check_id, review_cycle, issue, number, kind, outcome, issued_on, content_hash, byte_size, logo_path, by_name, created_at, content)
    values (${id}, ${permitId}, ${permitId}, 'PC1', ${id}, 'N-${id}', 'corrections', 'corrections_required', '2026-11-02', '${contentOf(content)}', 9, ${quoted(logo)}, '', '${stamp}', ${quoted(letterWith(logo))})`;

const planFile = (id: number, permitId: number, content: string) =>
  `insert into plan_files (id, permit_id, review_cycle, file_name, kind, byte_size, content_hash, uploaded_at) values (${id}, ${permitId}, 'PC1', 'plan.pdf', 'pdf', 9, '${contentOf(content)}', '${stamp}')`;

const city = (id: number, logo: string | null) =>
  `insert into cities (id, city_name, city_number, urban37_city_code, logo_path, created_at, updated_at) values (${id}, 'City ${id}', '0${id}', 'C0${id}', ${quoted(logo)}, '${stamp}', '${stamp}')`;

const user = (id: number, picture: string | null) =>
  `insert into users (id, email, role, profile_image_path, created_at, updated_at) values (${id}, 'user${id}@city.test', 'admin', ${quoted(picture)}, '${stamp}', '${stamp}')`;

const rowsBefore = [
  ...[1, 2].map((id) => city(id, pictureOf("sharedLogo"))),
  city(3, null),
  ...[1, 2].map((id) => user(id, pictureOf("sharedPicture"))),
  user(3, pictureOf("sharedLogo")),
  user(4, null),
  ...[permit(1, 1), permit(2, 2), planCheck(1), planCheck(2)],
  letter(1, 1, "sharedWithLetters", pictureOf("earlierLogo")),
  letter(2, 2, "sharedWithLetters", pictureOf("sharedLogo")),
  letter(3, 2, "ofLetter", null),
  ...[planFile(1, 1, "shared"), planFile(2, 2, "shared"), planFile(3, 1, "sharedWithLetters")],
  planFile(4, 1, "ofOne"),
  `insert into binned_permits (permit_id, city_id, urban37_permit_number, project_name, binned_at, binned_by_name, rows) values (3, 1, 'OAK-26-003', 'Pier', '${stamp}', '', ${quoted(JSON.stringify(binnedRows))})`,
  ...["shared", "sharedWithLetters", "ofBin"].map(
    (content) => `insert into binned_contents (permit_id, content_hash) values (3, '${contentOf(content)}')`,
  ),
  ...["staged", "shared"].map(
    (content) =>
      `insert into staged_files (user_id, content_hash, byte_size, until) values (1, '${contentOf(content)}', 9, '${stamp}')`,
  ),
  ...[...files.map(contentOf), ...pictures.map(pictureOf), upload, `${upload}.part`].map(
    (name) => `insert into stored_contents (name, byte_size, stored_at) values ('${name}', 9, '${stamp}')`,
  ),
];

function writeIn(folder: string, path: string, bytes: Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}

async function installation() {
  const before = await installationBefore(migration);
  for (const statement of rowsBefore) await before.rowsIn(statement);
  const { folder } = before;
  for (const name of [...files, "ofLetter"])
    writeIn(folder, pathInDataFolder(contentOf(name)) ?? "", bytesOf(name));
  for (const name of pictures) writeIn(folder, join("pictures", pictureOf(name)), bytesOf(name));
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

const namesOf = (kind: "triggers" | "views") =>
  isPostgres
    ? {
        triggers: "select tgname as name from pg_trigger where not tgisinternal",
        views: "select viewname as name from pg_views where schemaname = 'public'",
      }[kind]
    : `select name from sqlite_master where type = '${kind.slice(0, -1)}'`;

/** The rows of the migrated installation, with the modules of a server that has not given rows their files yet. */
async function migrated() {
  const before = await installation();
  const kept = [...(await before.rowsIn(namesOf("triggers"))), ...(await before.rowsIn(namesOf("views")))];
  const app = await openApp(before.settings, before.folder);
  const { giveRowsTheirOwnFiles } = await import("./shared-files.server");
  const { removeFiles } = await import("./file-removal.server");
  return { ...before, app, kept, giveRowsTheirOwnFiles, removeFiles };
}

type Named = { name: string };
type Keyed = { file_key: string; sha256: string };

const keysIn = (app: App) => {
  const rows = ["plan_files", "letters", "binned_files"].flatMap((table) =>
    app.read<Keyed>(`select file_key, sha256 from ${table}`),
  );
  const pictureKeys = [
    ...app.readList<string>("select profile_image_path from users where profile_image_path is not null"),
    ...app.readList<string>("select path from city_logos"),
  ];
  return [...rows, ...pictureKeys.map((key) => ({ file_key: key, sha256: key.slice(0, 16) }))];
};

const filesIn = (folder: string) =>
  ["files", "pictures"].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ name: entry.name, path: join(entry.parentPath, entry.name) })),
  );

let logged: ReturnType<typeof vi.spyOn>;
let app: App | undefined;
beforeEach(() => {
  Object.assign(disk, { hasLinks: true, isFull: false });
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  vi.restoreAllMocks();
});

describe("the migration", () => {
  test("gives each row a key of its own, and lists what is to be copied and removed", async () => {
    const upgraded = await migrated();
    app = upgraded.app;
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
    const upgraded = await migrated();
    app = upgraded.app;
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
    const { kept, rowsIn, ...upgraded } = await migrated();
    app = upgraded.app;
    const found = [...(await rowsIn(namesOf("triggers"))), ...(await rowsIn(namesOf("views")))] as Named[];
    const names = found.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining((kept as Named[]).map(({ name }) => name)));
    if (!isPostgres)
      expect(Object.keys((await rowsIn("select * from letters"))[0] as object).at(-1)).toBe("content");
  });
});

describe("a start after the migration", () => {
  test("gives each row its file, which takes no space, and removes what nobody has", async () => {
    const { folder, giveRowsTheirOwnFiles, removeFiles, ...upgraded } = await migrated();
    app = upgraded.app;
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
    const { folder, giveRowsTheirOwnFiles, removeFiles, ...upgraded } = await migrated();
    app = upgraded.app;
    const [{ rows } = { rows: "" }] = app.read<{ rows: string }>("select rows from binned_permits");
    expect(rows).not.toMatch(/contentHash|logoPath/);
    await giveRowsTheirOwnFiles();
    const { restorePermit } = await import("../records/permit-bin.server");
    await restorePermit(await viewerIn(app, "user4@city.test"), 3);
    await removeFiles();
    const restored = (table: string, column: string) => rowsOfPermit(table, column);
    expect(await restored("plan_files", "file_name")).toEqual(['Größe "A" \\ 1.pdf', 'Größe "A" \\ 1.pdf']);
    expect(await restored("letters", "content")).toEqual(binnedRows.letters.map(({ content }) => content));
    expect(await restored("plan_files", "sha256")).toEqual(["shared", "ofBin"].map(contentOf));
    const { db } = await import("~/platform/db/db.server");
    const { planFiles, letters } = await import("../tables.server");
    const { problemOfFile } = await import("./plan-file-store.server");
    for (const file of [...(await db.select().from(planFiles)), ...(await db.select().from(letters))]) {
      const isMissing = file.sha256 === contentOf("unknown");
      const stored = { ...file, byteSize: isMissing ? 0 : statSync(app.pathOfFile(file.fileKey)).size };
      expect(await problemOfFile(stored)).toBe(isMissing ? "missing" : undefined);
    }

    async function rowsOfPermit(table: string, column: string) {
      const found = await upgraded.rowsIn(
        `select ${column} as value from ${table} where permit_id = 3 order by id`,
      );
      return (found as { value: string }[]).map(({ value }) => value);
    }
  });

  test("copies files on a disk without links, and goes on after one that was full", async () => {
    const { folder, giveRowsTheirOwnFiles, removeFiles, ...upgraded } = await migrated();
    app = upgraded.app;
    const copies = app.readOne<number>("select count(*) from files_to_copy");
    Object.assign(disk, { hasLinks: false, isFull: true });
    await expect(giveRowsTheirOwnFiles()).rejects.toThrow(
      `The disk of ${folder} is full: files that several rows had are being copied. Nothing is lost: free some space, then start again`,
    );
    const left = await upgraded.rowsIn<{ file_key: string; source: string }>("select * from files_to_copy");
    expect(left.length).toBeGreaterThan(copies - 2);
    disk.isFull = false;
    await giveRowsTheirOwnFiles();
    expect(await upgraded.rowsIn("select * from files_to_copy")).toEqual([]);
    await removeFiles();
    expectOwnFiles(folder, app);
  });

  test.runIf(isPostgres).each([true, false])(
    "of two servers at once gives each row its file (with links: %s)",
    async (hasLinks) => {
      const { folder, giveRowsTheirOwnFiles, removeFiles, ...upgraded } = await migrated();
      app = upgraded.app;
      disk.hasLinks = hasLinks;
      const other = await anotherServer(() => import("./shared-files.server"));
      await Promise.all([giveRowsTheirOwnFiles(), other.giveRowsTheirOwnFiles()]);
      await other.close();
      await removeFiles();
      expectOwnFiles(folder, app);
    },
  );
});

/** Each row has a file with its content, but for the one that was missing before, and no file is without a row. */
function expectOwnFiles(folder: string, app: App): void {
  const rows = keysIn(app);
  const present = rows.filter(({ sha256 }) => sha256 !== contentOf("unknown"));
  const found = filesIn(folder);
  expect(found.map(({ name }) => name).sort()).toEqual(present.map(({ file_key }) => file_key).sort());
  const hashes = new Map(present.map(({ file_key, sha256 }) => [file_key, sha256]));
  for (const { name, path } of found)
    expect(hashOf(readFileSync(path))).toMatch(new RegExp(`^${hashes.get(name)}`));
}
