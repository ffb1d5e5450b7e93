import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { pathInDataFolder } from "~/models/files/file-key.server";
import { sha256Of } from "~/models/files/sha256.server";
import { installationBefore } from "./earlier-version";
import type { App } from "./new-app";

// Before the migration one_file_for_each_row, rows with the same bytes had one file, named by its SHA-256.

export const bytesOf = (name: string): Buffer => Buffer.from(`%PDF-1.7 ${name}`);
export const contentOf = (name: string): string => sha256Of(bytesOf(name));
export const pictureOf = (name: string): string => `${contentOf(name).slice(0, 32)}.webp`;

const contentAndSize = (name: string) => ({ contentHash: contentOf(name), byteSize: bytesOf(name).length });

const files = ["shared", "sharedWithLetters", "ofOne", "ofBin", "staged", "unused"];
const pictures = ["sharedLogo", "earlierLogo", "binnedLogo", "sharedPicture", "unusedPicture"];
export const upload = "0b6f7a3c-5d1e-4f7a-9c2b-1a2b3c4d5e6f";

const stamp = "2026-11-01T10:00:00.000Z";
export const letterWith = (logo: string | null) =>
  JSON.stringify({ city: { name: 'The "Oak" \\ Ville', logo }, coverNote: "two\nlines" });

const ofPermit = (id: number) => ({ permitId: id, reviewCycle: "PC1" });

/** The rows of a permit in the bin, as the version before has written them. */
export const binnedRows = {
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
    ...{ ...contentAndSize(content ?? ""), logoPath, byId: null, byName: "Dana Park" },
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
    ...{ ...ofPermit(3), id: 10 + index, fileName: 'Größe "A" \\ 1.pdf', kind: "pdf" },
    ...{ ...contentAndSize(content), origin: "submitted", letterId: null, isSetAside: true },
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
    values (${id}, ${permitId}, ${permitId}, 'PC1', ${id}, 'N-${id}', 'corrections', 'corrections_required', '2026-11-02', '${contentOf(content)}', ${bytesOf(content).length}, ${quoted(logo)}, '', '${stamp}', ${quoted(letterWith(logo))})`;

const planFile = (id: number, permitId: number, content: string) =>
  `insert into plan_files (id, permit_id, review_cycle, file_name, kind, byte_size, content_hash, uploaded_at) values (${id}, ${permitId}, 'PC1', 'plan.pdf', 'pdf', ${bytesOf(content).length}, '${contentOf(content)}', '${stamp}')`;

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

export function writeIn(folder: string, path: string, bytes: Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}

/** Creates an installation of the version before, with rows of every kind that share files. */
export async function installationWithSharedFiles() {
  const before = await installationBefore("one_file_for_each_row");
  for (const statement of rowsBefore) await before.rowsIn(statement);
  const { folder } = before;
  for (const name of [...files, "ofLetter"])
    writeIn(folder, pathInDataFolder(contentOf(name)) ?? "", bytesOf(name));
  for (const name of pictures) writeIn(folder, join("pictures", pictureOf(name)), bytesOf(name));
  return before;
}

type Keyed = { file_key: string; sha256: string };

export const keysIn = (app: App) => {
  const rows = ["plan_files", "letters", "binned_files"].flatMap((table) =>
    app.read<Keyed>(`select file_key, sha256 from ${table}`),
  );
  const pictureKeys = [
    ...app.readList<string>("select profile_image_path from users where profile_image_path is not null"),
    ...app.readList<string>("select path from city_logos"),
  ];
  return [...rows, ...pictureKeys.map((key) => ({ file_key: key, sha256: key.slice(0, 16) }))];
};

export const filesIn = (folder: string) =>
  ["files", "pictures"].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ name: entry.name, path: join(entry.parentPath, entry.name) })),
  );

/** Each row has a file with its content, but for the one that was missing before, and no file is without a row. */
export function expectOwnFiles(folder: string, app: App): void {
  const rows = keysIn(app);
  const present = rows.filter(({ sha256 }) => sha256 !== contentOf("unknown"));
  const found = filesIn(folder);
  expect(found.map(({ name }) => name).sort()).toEqual(present.map(({ file_key }) => file_key).sort());
  const hashes = new Map(present.map(({ file_key, sha256 }) => [file_key, sha256]));
  for (const { name, path } of found)
    expect(sha256Of(readFileSync(path))).toMatch(new RegExp(`^${hashes.get(name)}`));
}
