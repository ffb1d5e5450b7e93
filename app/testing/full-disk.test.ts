import { readdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eq, getTableName } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { decide } from "~/models/corrections/decision.server";
import { partBytes } from "~/models/files/plan-file";
import { beginUpload, readUpload, receivePart } from "~/models/files/unfinished-upload.server";
import { previewLetter } from "~/models/letters/letter-draft.server";
import type { Viewer } from "~/models/policy";
import {
  auditEvents,
  corrections,
  letters,
  mailOutbox,
  permits,
  planChecks,
  planFiles,
} from "~/models/tables.server";
import { db, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { diskOf } from "~/platform/disk.server";
import { env } from "~/platform/env.server";
import { receiveFiles } from "~/platform/http/plan-file-upload.server";
import { runStatements } from "../../scripts/postgres-server";
import { allTables } from "./database";
import { storedKeys } from "./stored-files";
import { addresses, contextOf, type Handler, moduleOf, responseAt, statusOf } from "./test-addresses";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  permitFields,
  switchCorrections,
} from "./test-rows";

const sentence = "The server is out of space. Nothing was saved.";

let administrator: Viewer;
let cityId: number;
let permitId: number;
let logged: ReturnType<typeof vi.spyOn>;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
  permitId = (await makePermit(administrator, cityId)).id;
});

beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await emptyDatabase();
});

/** Makes writing fail with ENOSPC after a number of bytes of a file. Files are written at the same time, in any order. */
async function fillDiskAfter(bytes: number) {
  const handle = await open("package.json");
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const writeFile = prototype.writeFile;
  const freeFor = new WeakMap<FileHandle, number>();
  vi.spyOn(prototype, "writeFile").mockImplementation(async function (this: FileHandle, content) {
    const chunk = content as Buffer;
    const free = freeFor.get(this) ?? bytes;
    const written = chunk.subarray(0, free);
    freeFor.set(this, free - written.length);
    await writeFile.call(this, written);
    if (written.length < chunk.length) {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
        code: "ENOSPC",
        errno: -28,
        syscall: "write",
      });
    }
  });
}

/**
 * Lets the database report that it is full: on SQLite after some more pages than it has, and on PostgreSQL after some
 * more statements that change rows.
 */
async function fillDatabase(room = 0): Promise<void> {
  if (!isPostgres) {
    writer.pragma(`max_page_count = ${Number(writer.pragma("page_count", { simple: true })) + room}`);
    return;
  }
  await emptyDatabase();
  await runStatements(
    env.DATABASE_URL ?? "",
    "create sequence used_room",
    `create function use_room() returns trigger language plpgsql as $$ begin
      if nextval('used_room') > ${room} then raise 'the disk is full' using errcode = 'disk_full'; end if;
      return null;
    end $$`,
    ...allTables.map(
      (table) =>
        `create trigger use_room before insert or update on ${getTableName(table)} execute function use_room()`,
    ),
  );
}

async function emptyDatabase(): Promise<void> {
  if (!isPostgres) writer.pragma("max_page_count = 1073741823");
  else
    await runStatements(
      env.DATABASE_URL ?? "",
      "drop function if exists use_room cascade",
      "drop sequence if exists used_room",
    );
}

const kilobyte = 1024;
const gigabyte = 1_000_000_000;
const pdf = (name: string, size: number) => new File([`%PDF-1.7 ${"x".repeat(size)}`], name);

function formOf(fields: Record<string, unknown>, files: File[], more: Record<string, string> = {}) {
  const form = new FormData();
  const append = (values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values))
      for (const entry of [value].flat()) form.append(name, String(entry));
  };
  append(fields);
  for (const file of files) form.append("files", file);
  append(more);
  return form;
}

type Body = FormData | URLSearchParams | string;

const moduleAt = (address: string) => moduleOf(addresses.find((one) => one.address === address)?.file ?? "");

async function post(address: string, query: string, params: Record<string, string>, body: Body) {
  const { action } = await moduleAt(address);
  if (!action) throw new Error(`No action at ${address}`);
  const context = await contextOf(administrator);
  return () => responseAt(action, address, { method: "POST", query, params, body, context });
}

/** Expects one log line with a reference, and the error. */
function expectLoggedOnce(at: string, message: RegExp) {
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(new RegExp(`^\\S+ error [0-9a-f]{8} at POST ${at}$`))],
    [expect.objectContaining({ message: expect.stringMatching(message) })],
  ]);
}

type Refused = {
  failure?: string;
  keptFiles?: { fileName: string }[];
  submission: { error: Record<string, string[]>; initialValue: Record<string, unknown> };
};
const dataOf = (response: unknown) => (response as { data: Refused }).data;

// A smaller file is completely in memory before its first byte is written.
describe.each([10, 60, 300, 2000])("a disk that is full after 5 KB of a file of %i KB", (size) => {
  const files = () => [pdf("roof.pdf", size * kilobyte), pdf("walls.pdf", size * kilobyte)];

  test("preserves all entries of a new permit's form, including fields after the files", async () => {
    const { projectAddress, ...first } = permitFields;
    const body = formOf({ ...first, cityId }, files(), { projectAddress });
    const send = await post("/permits/new", "", {}, body);
    const count = await db.$count(permits);
    const before = storedKeys();
    await fillDiskAfter(5 * kilobyte);
    const response = await send();
    expect(statusOf(response)).toBe(507);
    expect(dataOf(response)).toMatchObject({
      failure: sentence,
      submission: {
        error: { "": [sentence] },
        initialValue: { projectName: permitFields.projectName, projectAddress },
      },
    });
    expectLoggedOnce("/permits/new", /^ENOSPC/);
    expect(await db.$count(permits)).toBe(count);
    expect(storedKeys()).toEqual(before);
  });

  test("is reported together with the form's other errors", async () => {
    const page = new File(["<!doctype html>"], "page.pdf");
    const body = formOf({ ...permitFields, projectName: "", cityId }, [page, ...files()]);
    const send = await post("/permits/new", "", {}, body);
    await fillDiskAfter(5 * kilobyte);
    const response = await send();
    expect(statusOf(response)).toBe(507);
    expect(dataOf(response).submission.error).toEqual({
      "": [sentence],
      projectName: ["Project name is required"],
      files: [
        "page.pdf: This is not a PDF file, despite its name: it is a web page. Download the plan itself, and choose that.",
      ],
    });
  });

  test("keeps the files of the same form that were received completely", async () => {
    const send = await post(
      "/permits/:id",
      "?upload",
      { id: String(permitId) },
      formOf({ reviewCycle: "PC1" }, [pdf("small.pdf", kilobyte), ...files()]),
    );
    await fillDiskAfter(5 * kilobyte);
    const response = await send();
    expect(statusOf(response)).toBe(507);
    expect(dataOf(response).failure).toBe(sentence);
    expect(dataOf(response).keptFiles?.map(({ fileName }) => fileName)).toEqual(["small.pdf"]);
    expectLoggedOnce(`/permits/${permitId}`, /^ENOSPC/);
  });

  test("returns 507 from the API", async () => {
    const address = "/api/permits/:id/files";
    const send = await post(address, "", { id: String(permitId) }, formOf({ reviewCycle: "PC1" }, files()));
    const before = storedKeys();
    const count = await db.$count(planFiles);
    await fillDiskAfter(5 * kilobyte);
    const response = await send();
    expect(statusOf(response)).toBe(507);
    const reference = expect.stringMatching(/^[0-9a-f]{8}$/);
    expect(await (response as Response).json()).toEqual({ message: sentence, reference });
    expectLoggedOnce(address.replace(":id", String(permitId)), /^ENOSPC/);
    expect(await db.$count(planFiles)).toBe(count);
    expect(storedKeys()).toEqual(before);
  });
});

test("a disk that is full in the middle of a part leaves the parts before", async () => {
  const bytes = Buffer.alloc(partBytes + 60 * kilobyte, "%PDF-1.7 ");
  const begun = await beginUpload(administrator, {
    fileName: "roof.pdf",
    byteSize: bytes.length,
    isNew: true,
  });
  if (!("key" in begun)) throw new Error("Refused");
  const send = (offset: number) => {
    const stream = Readable.from([bytes.subarray(offset, offset + partBytes)]);
    return receivePart(administrator, begun.key, { offset, stream });
  };
  expect(await send(0)).toMatchObject({ offset: partBytes });
  await fillDiskAfter(5 * kilobyte);
  await expect(send(partBytes)).rejects.toMatchObject({ code: "ENOSPC" });
  expect(await readUpload(administrator, begun.key)).toMatchObject({ offset: partBytes });
  vi.restoreAllMocks();
  expect(await send(partBytes)).toMatchObject({ kept: [{ fileName: "roof.pdf" }], refused: [] });
});

describe("a disk that is full before a picture", () => {
  const picture = async () => {
    const square = { width: 400, height: 400, channels: 3, background: "#0ea5e9" } as const;
    return new File([new Uint8Array(await sharp({ create: square }).png().toBuffer())], "me.png");
  };
  const pictures = () => readdirSync(join(env.DATA_DIR, "pictures"), { recursive: true });

  test.each([
    ["a profile's picture", "/profile", "?picture", "picture"],
    ["a city's logo", "/cities/:id", "?logo", "logo"],
  ])("is reported in the form of %s", async (_, address, query, field) => {
    const body = new FormData();
    body.set(field, await picture());
    const send = await post(address, query, { id: String(cityId) }, body);
    await fillDiskAfter(100);
    const response = await send();
    expect(statusOf(response)).toBe(507);
    expect(dataOf(response).failure).toBe(sentence);
    expectLoggedOnce(address.replace(":id", String(cityId)), /^ENOSPC/);
    expect(pictures()).toEqual([]);
  });

  test("returns 507 from the API", async () => {
    const body = new FormData();
    body.set("logo", await picture());
    const send = await post("/api/cities/:id/logo", "", { id: String(cityId) }, body);
    await fillDiskAfter(100);
    const response = await send();
    expect(statusOf(response)).toBe(507);
    expect(await (response as Response).json()).toMatchObject({ message: sentence });
    expectLoggedOnce(`/api/cities/${cityId}/logo`, /^ENOSPC/);
    expect(pictures()).toEqual([]);
  });
});

describe("a disk with less than the reserve for an upload", () => {
  const reserve =
    "The server has too little space for files. Nothing was saved. Try again later, or tell Urban37.";
  const plan = () => [pdf("roof.pdf", 20 * kilobyte)];
  /** Leaves so many bytes of the disk above the reserve. */
  const leave = async (bytes: number) => {
    env.MIN_FREE_MB = Math.floor(((await diskOf()).free - bytes) / 1_000_000);
  };

  afterEach(() => {
    env.MIN_FREE_MB = 0;
  });

  test.each([
    ["a new permit", "/permits/new", ""],
    ["an upload", "/permits/:id", "?upload"],
  ])("is told in the filled form of %s", async (_, address, query) => {
    const fields = { ...permitFields, cityId, reviewCycle: "PC2" };
    const send = await post(address, query, { id: String(permitId) }, formOf(fields, plan()));
    await leave(-gigabyte);
    const response = await send();
    expect(statusOf(response)).toBe(507);
    expect(dataOf(response)).toMatchObject({
      failure: reserve,
      submission: { error: { "": [reserve] }, initialValue: { reviewCycle: "PC2" } },
    });
    expect(logged).not.toHaveBeenCalled();
  });

  test("returns 507 when an upload begins", async () => {
    await leave(-gigabyte);
    const beginning = beginUpload(administrator, {
      fileName: "roof.pdf",
      byteSize: 20 * kilobyte,
      isNew: true,
    });
    await expect(beginning).rejects.toMatchObject({ status: 507, message: reserve });
  });

  test.each([
    ["the API", "/api/permits/:id/files", plan],
    ["the API, for a small file", "/api/permits/:id/files", () => [pdf("small.pdf", kilobyte)]],
  ])("returns 507 from %s", async (_, address, files) => {
    const send = await post(address, "", { id: String(permitId) }, formOf({ reviewCycle: "PC1" }, files()));
    const count = await db.$count(planFiles);
    await leave(-gigabyte);
    const response = await send();
    expect([statusOf(response), await (response as Response).json()]).toEqual([507, { message: reserve }]);
    expect(await db.$count(planFiles)).toBe(count);
  });

  test("returns 507 before a file is read that would leave less", async () => {
    const request = (length: number) => {
      const headers = { "content-length": String(length) };
      return new Request("http://localhost/", { method: "POST", headers, body: "not read" });
    };
    await leave(100_000_000);
    const received = (sent: Request) => receiveFiles(sent, async () => "received");
    const large = request(200_000_000);
    await expect(received(large)).rejects.toMatchObject({ status: 507, message: reserve });
    expect(large.bodyUsed).toBe(false);
    await expect(received(request(50_000_000))).rejects.toMatchObject({ status: 415 });
  });

  test.each([
    ["a profile's picture", "/profile", "?picture", "picture"],
    ["a city's logo", "/cities/:id", "?logo", "logo"],
  ])("is told in the form of %s, which can still be removed", async (_, address, query, field) => {
    const square = { width: 40, height: 40, channels: 3, background: "#0ea5e9" } as const;
    const bytes = new Uint8Array(await sharp({ create: square }).png().toBuffer());
    const body = new FormData();
    body.set(field, new File([bytes], "me.png"));
    const send = await post(address, query, { id: String(cityId) }, body);
    const removal = await post(address, query, { id: String(cityId) }, formOf({ remove: "yes" }, []));
    await leave(-gigabyte);
    const response = await send();
    expect([statusOf(response), dataOf(response).failure]).toEqual([507, reserve]);
    expect(statusOf(await removal())).toBe(302);
  });

  test("does not keep what has no file from being saved", async () => {
    const send = await post("/permits/new", "", {}, formOf({ ...permitFields, cityId }, []));
    await leave(-gigabyte);
    expect(statusOf(await send())).toBe(302);
  });
});

describe("a database that cannot grow", () => {
  const long = { ...permitFields, projectDescription: "x".repeat(1000) };

  /** Posts until the last page of the database is full, and returns the refusal. */
  async function postUntilFull(send: () => Promise<unknown>) {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const response = await send();
      if (statusOf(response) >= 400) return response;
    }
    throw new Error("The database is not full");
  }

  test("is reported in the filled form", async () => {
    const send = await post("/permits/new", "", {}, formOf({ ...long, cityId }, []));
    await fillDatabase();
    const response = await postUntilFull(send);
    expect(statusOf(response)).toBe(507);
    expect(dataOf(response)).toMatchObject({
      failure: sentence,
      submission: { initialValue: { projectDescription: long.projectDescription } },
    });
    expectLoggedOnce("/permits/new", /full/);
  });

  test("returns 507 from the API", async () => {
    const send = await post("/api/permits", "", {}, JSON.stringify({ ...long, cityId }));
    await fillDatabase();
    const response = await postUntilFull(send);
    expect(statusOf(response)).toBe(507);
    expect(await (response as Response).json()).toMatchObject({ message: sentence });
    expectLoggedOnce("/api/permits", /full/);
  });
});

describe("a letter", () => {
  const [page, endpoint] = ["/permits/:id/letter", "/api/permits/:id/plan-checks/:cycle/release"];
  const coverNote = "Please call first. ".repeat(100);
  let id: number;

  beforeEach(async () => {
    const city = await makeCity();
    await switchCorrections(city.id, true);
    await makeViewer("city", { cityId: city.id });
    const permit = await makePermit(administrator, city.id, { requiredDisciplines: ["Fire"] });
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    const assignment = await assign(permit, reviewer, "Fire");
    const row = { text: "Show the walls. ".repeat(250) };
    await makeCorrections(permit, reviewer, [row, row, row]);
    await decide(reviewer, assignment?.id ?? 0, { decision: "corrections_required" });
    id = permit.id;
  });

  /** Prepares the same release on the page and by a program, and the pages that show the letter. */
  async function prepareReleases() {
    const { version: seen } = await previewLetter(administrator, id);
    const form = new URLSearchParams({ seen, coverNote, cycle: "PC1", setsStatus: "on" });
    const params = { id: String(id), cycle: "PC1" };
    const context = await contextOf(administrator);
    const read = async (address: string) =>
      statusOf(await responseAt((await moduleAt(address)).loader as Handler, address, { params, context }));
    return {
      onPage: await post(`${page}/release`, "", params, form),
      byProgram: await post(endpoint, "", params, JSON.stringify({ seen, coverNote })),
      read: () => Promise.all([page, `${page}.pdf`, endpoint].map(read)),
    };
  }

  type Releases = Awaited<ReturnType<typeof prepareReleases>>;

  /** All that a release stores, and the files on the disk. */
  const stored = async () => ({
    rows: await Promise.all(
      [letters, planChecks, permits, corrections].map((table) => db.select().from(table)),
    ),
    emails: await db.$count(mailOutbox),
    events: await db.$count(auditEvents),
    files: readdirSync(join(env.DATA_DIR, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  });

  /** Expects that both releases are refused and store nothing, and that the letter can still be read. */
  async function expectNotReleased({ onPage, byProgram, read }: Releases, cause: RegExp) {
    const before = await stored();
    const onThePage = await onPage();
    expect(statusOf(onThePage)).toBe(507);
    expect(dataOf(onThePage)).toMatchObject({
      failure: sentence,
      submission: { initialValue: { coverNote } },
    });
    expectLoggedOnce(`/permits/${id}/letter/release`, cause);
    logged.mockClear();
    const toProgram = (await byProgram()) as Response;
    expect([toProgram.status, await toProgram.json()]).toEqual([
      507,
      { message: sentence, reference: expect.stringMatching(/^[0-9a-f]{8}$/) },
    ]);
    expectLoggedOnce(`/api/permits/${id}/plan-checks/PC1/release`, cause);
    logged.mockClear();
    expect(await read()).toEqual([200, 200, 200]);
    expect(await stored()).toEqual(before);
  }

  test.each([0, 1, 5, 15])("is not released if the disk is full after %i KB of its PDF", async (size) => {
    const releases = await prepareReleases();
    await fillDiskAfter(size * kilobyte);
    await expectNotReleased(releases, /^ENOSPC/);
    vi.restoreAllMocks();
    expect(statusOf(await releases.onPage())).toBe(302);
    expect(await db.$count(letters, eq(letters.permitId, id))).toBe(1);
  });

  test("is released on a disk with less than the reserve for uploads", async () => {
    const { onPage } = await prepareReleases();
    env.MIN_FREE_MB = Math.ceil((await diskOf()).free / 1_000_000) + 1000;
    expect(statusOf(await onPage())).toBe(302);
    env.MIN_FREE_MB = 0;
  });

  test("is not released until the database has room for all of its rows", async () => {
    const releases = await prepareReleases();
    // No pages are free inside the file.
    if (!isPostgres) writer.exec("VACUUM");
    let room = 0;
    await fillDatabase(room);
    while (await isFull(releases)) {
      room += isPostgres ? 3 : 1;
      await fillDatabase(room);
    }
    expect(room).toBeGreaterThan(3);
    expect(await db.$count(letters, eq(letters.permitId, id))).toBe(1);
  });

  /** Whether a release is refused, which is then checked. */
  async function isFull(releases: Releases) {
    const isReleased = (await releases.onPage().then(statusOf)) === 302;
    logged.mockClear();
    if (!isReleased) await expectNotReleased(releases, /full/);
    return !isReleased;
  }
});
