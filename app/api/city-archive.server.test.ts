import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { saveAnswers } from "~/models/answers/answer.server";
import { now, today } from "~/models/clock.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { createFee, markPaid } from "~/models/fees/fee.server";
import { storePicture } from "~/models/files/picture-store.server";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import type { ReviewCycle } from "~/models/permits/permit";
import type { Permit } from "~/models/permits/permit-scope.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { readRecordsCity } from "~/models/records/city-records.server";
import { auditEvents, cities, correctionAnswers } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { readCsv } from "~/platform/http/csv.server";
import { pathOfFile } from "~/testing/stored-files";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { archiveFileName, makeCityArchive } from "./city-archive.server";
import { sendCityRecords } from "./records-download.server";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Permit;

const bytesOf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`);

async function upload(viewer: Viewer, fileName: string, origin?: PlanFileOrigin, bytes = bytesOf(fileName)) {
  const stored = await storeBytes(bytes);
  const files = [{ ...stored, fileName, kind: "pdf" as const }];
  await addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", origin, files });
  return stored;
}

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Park" });
  reviewer = await makeViewer("employee", { disciplines: ["Fire"], name: "Rita Secret" });
});

beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { cityId, name: "Carl Clerk", passwordHash: "secret-hash" });
  permit = await makePermit(administrator, cityId, { projectName: "=HYPERLINK(1)", status: "in_process" });
  await assign(permit, reviewer, "Fire");
});

async function exported() {
  const city = await readRecordsCity(administrator, cityId);
  const { zip, facts } = makeCityArchive(city, administrator);
  const found = Object.entries(unzipSync(await buffer(zip))).map(
    ([path, bytes]) => [path, Buffer.from(bytes)] as const,
  );
  const entries = new Map(found);
  const text = (path: string) => entries.get(path)?.toString() ?? "";
  const table = (path: string) => {
    const [names = [], ...lines] = readCsv(text(path), 1000);
    return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at]])));
  };
  return { entries, text, table, facts, manifest: JSON.parse(text("manifest.json")) };
}

const events = () =>
  db.select().from(auditEvents).where(eq(auditEvents.action, "city.exported")).orderBy(auditEvents.id);

test("an archive has the records of a city, with the hash of each", async () => {
  await upload(clerk, "Floor plan.pdf");
  const first = await upload(administrator, "Floor plan.pdf", "submitted", bytesOf("another"));
  await makeComments(permit, reviewer, [{ text: "Which sheet?", isShared: true }]);
  await makeCorrections(permit, reviewer, [{ text: "Show the rated walls" }]);
  const letter = await storeBytes(bytesOf("letter"));
  await issueLetter(administrator, permit.id, letter);
  const fee = {
    serviceType: "review",
    description: "First review",
    amount: 1250,
    status: "pending",
  } as const;
  await createFee(administrator, cityId, { ...fee, notes: "A secret note" });
  const { entries, text, table, manifest } = await exported();

  const number = permit.urban37PermitNumber;
  expect([...entries.keys()]).toEqual([
    ...["permits.csv", "plan-checks.csv", "corrections.csv", "letters.csv", "answers.csv"],
    ...["comments.csv", "plan-files.csv", "fees.csv", "users.csv"],
    `permits/${number}/plans/PC1/Floor plan.pdf`,
    `permits/${number}/plans/PC1/Floor plan (2).pdf`,
    `permits/${number}/letters/${number}-PC1.pdf`,
    ...["README.txt", "manifest.json", "SHA256SUMS"],
  ]);
  const sums = [...entries]
    .filter(([path]) => path !== "SHA256SUMS")
    .map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    }));
  expect(manifest.entries).toEqual(sums.filter(({ path }) => path !== "manifest.json"));
  expect(text("SHA256SUMS")).toBe(sums.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(""));
  expect(manifest).toMatchObject({ redlineRecords: 1, city: { id: cityId }, files: 3, problems: [] });

  const named = { Permit: number, "Permit id": String(permit.id) };
  expect(table("permits.csv")).toMatchObject([
    { ...named, "Project name": "=HYPERLINK(1)", Status: "In Process" },
  ]);
  expect(text("permits.csv")).toContain(`"'=HYPERLINK(1)"`);
  expect(table("plan-checks.csv")).toMatchObject([{ ...named, "Review cycle": "PC1", State: "Released" }]);
  expect(table("corrections.csv")).toMatchObject([
    { ...named, Number: "F-1", Correction: "Show the rated walls" },
  ]);
  expect(table("comments.csv")).toMatchObject([{ ...named, Comment: "Which sheet?", Author: "Urban37" }]);
  expect(table("fees.csv")).toMatchObject([{ Description: "First review", Amount: "12.50" }]);
  expect(table("users.csv")).toMatchObject([{ "Last name": "Clerk", Email: clerk.email }]);
  for (const row of [...table("plan-files.csv"), ...table("letters.csv")])
    expect(entries.get(row["File in this archive"] ?? "")?.length).toBe(Number(row.Bytes));
  expect(entries.get(`permits/${number}/plans/PC1/Floor plan (2).pdf`)).toEqual(bytesOf("another"));
  expect(first.byteSize).toBe(bytesOf("another").length);
  expect(text("README.txt")).toContain("Nothing is missing.");
});

test("nothing leaves that the city's users cannot read, and nothing of another city", async () => {
  const other = await makeCity("Riverton");
  await makePermit(administrator, other.id, { projectName: "A secret project" });
  await makeCorrections(permit, reviewer, [{ text: "A secret draft" }]);
  await makeComments(permit, reviewer, [{ text: "A secret comment" }]);
  await upload(administrator, "secret internal.pdf", "internal");
  await upload(administrator, "secret marked up.pdf", "marked_up");
  const worked = { discipline: "Fire", hoursWorked: 1, workDate: "2026-11-02" } as const;
  await addTimeEntry(reviewer, permit.id, { ...worked, description: "A secret entry" });
  const fee = { serviceType: "review", description: "Review", amount: 1, status: "pending" } as const;
  const { id } = await createFee(administrator, cityId, { ...fee, notes: "A secret note" });
  await markPaid(administrator, cityId, id);
  const { entries, text, table } = await exported();
  for (const [path, bytes] of entries) {
    expect(path).not.toMatch(/secret/i);
    expect(bytes.toString("latin1"), path).not.toMatch(/secret/i);
  }
  expect(table("corrections.csv")).toEqual([]);
  expect(table("answers.csv")).toEqual([]);
  expect(table("comments.csv")).toEqual([]);
  expect(text("fees.csv")).not.toContain("Dana Park");
});

test("answers are there as the city reads them, drafts too, and in corrections as the letters say them", async () => {
  const [first = 0, second = 0, third = 0] = await makeCorrections(permit, reviewer, [{}, {}, {}]);
  await issueLetter(administrator, permit.id);
  const save = (viewer: Viewer, cycle: ReviewCycle, answers: Record<number, string>) => {
    const rows = Object.entries(answers).map(([id, text]) => ({
      correctionId: Number(id),
      text,
      sheet: "A-1",
    }));
    return saveAnswers(viewer, permit.id, cycle, rows);
  };
  await save(clerk, "PC1", { [first]: "=1+1" });
  await save(administrator, "PC1", { [second]: "By phone" });
  const named = { Permit: permit.urban37PermitNumber, "Permit id": String(permit.id) };
  const number = `${permit.urban37PermitNumber}-PC1`;
  const ofPc1 = { ...named, "Review cycle": "PC1", Letter: number, Discipline: "Fire", "On sheet": "A-1" };
  const draft = await exported();
  expect(draft.table("answers.csv")).toMatchObject([
    { ...ofPc1, Number: "F-1", Answer: "=1+1", From: "City", "Answered by": "Carl Clerk", "Sent at": "" },
    { ...ofPc1, Number: "F-2", Answer: "By phone", From: "Firm", "Answered by": "Urban37", "Sent at": "" },
  ]);
  expect(draft.text("answers.csv")).toContain(`"'=1+1"`);
  expect(draft.text("README.txt")).toContain("answers.csv       The answers to their corrections");
  expect(draft.manifest.rows["answers.csv"]).toBe(2);
  const answersIn = (rows: Record<string, string | undefined>[]) =>
    rows.map((row) => [row.Number, row.Answer, row["Answer on sheet"], row["Answered on"]]);
  const unanswered = ["F-1", "F-2", "F-3"].map((name) => [name, "", "", ""]);
  expect(answersIn(draft.table("corrections.csv"))).toEqual(unanswered);

  // F-1 and F-2 are sent; the draft of an answer to F-3 stays behind with its cycle.
  await write((tx) => tx.update(correctionAnswers).set({ sentAt: now() }));
  await save(clerk, "PC1", { [third]: "Left behind" });
  await startNextCycle(administrator, permit.id, ["Fire"]);
  expect(answersIn((await exported()).table("corrections.csv"))).toEqual(unanswered);
  await saveBackCheck(administrator, first, { verdict: "resolved" });
  await issueLetter(administrator, permit.id);
  await save(clerk, "PC2", { [second]: "In PC2" });
  const { table } = await exported();
  const sent = [
    ["PC1", "F-1", "=1+1"],
    ["PC1", "F-2", "By phone"],
    ["PC2", "F-2", "In PC2"],
  ];
  expect(table("answers.csv").map((row) => [row["Review cycle"], row.Number, row.Answer])).toEqual(sent);
  expect(table("answers.csv").map((row) => row["Sent at"] !== "")).toEqual([true, true, false]);
  expect(answersIn(table("corrections.csv"))).toEqual([
    ["F-1", "", "", ""],
    ["F-2", "By phone", "A-1", today()],
    ["F-3", "", "", ""],
  ]);
});

describe("a content of the store", () => {
  const pathOf = (name: string) => `permits/${permit.urban37PermitNumber}/plans/PC1/${name}`;

  test("that is missing, unreadable or was changed is named, and the rest is there", async () => {
    const gone = await upload(clerk, "gone.pdf");
    const changed = await upload(clerk, "changed.pdf");
    await upload(clerk, "whole.pdf");
    const unreadable = await upload(clerk, "unreadable.pdf");
    rmSync(pathOfFile(gone.fileKey));
    rmSync(pathOfFile(unreadable.fileKey));
    mkdirSync(pathOfFile(unreadable.fileKey));
    writeFileSync(pathOfFile(changed.fileKey), "rotten");
    const logoPath = "0".repeat(32);
    await write((tx) =>
      tx
        .update(cities)
        .set({ logoPath: `${logoPath}.webp` })
        .where(eq(cities.id, cityId)),
    );
    const { entries, text, manifest } = await exported();
    expect(manifest.problems).toEqual([
      { path: "logo.webp", problem: "missing" },
      { path: pathOf("gone.pdf"), problem: "missing" },
      { path: pathOf("changed.pdf"), problem: "changed" },
      { path: pathOf("unreadable.pdf"), problem: "unreadable" },
    ]);
    expect(entries.has(pathOf("gone.pdf"))).toBe(false);
    expect(entries.get(pathOf("whole.pdf"))).toEqual(bytesOf("whole.pdf"));
    expect(text("README.txt")).toContain("4 files are missing or damaged");
    expect((await events()).at(-1)).toMatchObject({
      actorName: "Dana Park",
      subjectId: cityId,
      changes: { permits: 1, files: 3, problems: 4, isComplete: true },
    });
  });

  test("has a name in the archive that every computer can have", async () => {
    for (const name of ["CON.pdf", "con.pdf", `${"x".repeat(250)}.pdf`, "Grundriß 図.pdf", 'a"b.pdf'])
      await upload(clerk, name, undefined, randomBytes(20));
    const { entries, table } = await exported();
    const names = ["CON_.pdf", "con_ (2).pdf", `${"x".repeat(100)}.pdf`, "Grundriß 図.pdf", "a_b.pdf"];
    expect([...entries.keys()].filter((path) => path.startsWith("permits/"))).toEqual(names.map(pathOf));
    expect(table("plan-files.csv").map((row) => row["File name"])).toContain('a"b.pdf');
  });
});

test("the logo is in the archive as it is stored", async () => {
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const logoPath = await storePicture(await sharp({ create: square }).png().toBuffer());
  await write((tx) => tx.update(cities).set({ logoPath }).where(eq(cities.id, cityId)));
  const { entries } = await exported();
  expect((await sharp(entries.get("logo.webp")).metadata()).format).toBe("webp");
});

test("the name of the archive has the city's code and the day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T20:00:00Z") });
  await write((tx) => tx.update(cities).set({ urban37CityCode: "öK1" }).where(eq(cities.id, cityId)));
  expect(archiveFileName(await readRecordsCity(administrator, cityId))).toBe("redline--K1-2026-11-28.zip");
  vi.useRealTimers();
});

describe("a download", () => {
  const send = (init?: RequestInit) =>
    sendCityRecords(administrator, cityId, new Request("http://localhost:3000/cities/1/records.zip", init));
  const statusOf = (sent: Promise<Response>) =>
    sent.then(
      ({ status }) => status,
      ({ status }: Response) => status,
    );

  test("is a file that is not kept, of unknown length", async () => {
    const response = await send();
    const { headers } = response;
    await response.arrayBuffer();
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="redline-C\w\w-[\d-]+\.zip"/);
    expect([headers.get("cache-control"), headers.get("content-length")]).toEqual([
      "private, no-store",
      null,
    ]);
  });

  test("only tells its name to HEAD, and an unknown city is 404", async () => {
    const before = (await events()).length;
    expect((await send({ method: "HEAD" })).body).toBeNull();
    const request = new Request("http://localhost:3000/");
    expect(await statusOf(sendCityRecords(administrator, 999_999, request))).toBe(404);
    expect(await events()).toHaveLength(before);
  });

  test("is refused while two others run, one of which a client can break off", async () => {
    await upload(clerk, "large.pdf", undefined, Buffer.concat([bytesOf(""), randomBytes(5_000_000)]));
    const before = (await events()).length;
    const running = [await send(), await send()];
    expect(await statusOf(send())).toBe(503);

    const reader = running[0]?.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(async () => expect(await events()).toHaveLength(before + 1));
    expect((await events()).at(-1)).toMatchObject({ changes: { isComplete: false } });
    const next = await send();
    expect(next.status).toBe(200);

    const file = new Uint8Array((await running[1]?.arrayBuffer()) ?? new ArrayBuffer());
    expect(Object.keys(unzipSync(file))).toContain("SHA256SUMS");
    await next.body?.cancel();
    await vi.waitFor(async () => expect(await events()).toHaveLength(before + 3));
  });

  test("ends when its request is broken off before anything was read", async () => {
    const gone = new AbortController();
    const before = (await events()).length;
    await upload(clerk, "large.pdf", undefined, Buffer.concat([bytesOf(""), randomBytes(5_000_000)]));
    await send({ signal: gone.signal });
    gone.abort();
    await vi.waitFor(async () => expect(await events()).toHaveLength(before + 1));
  });
});
