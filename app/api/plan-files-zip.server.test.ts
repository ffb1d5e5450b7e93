import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, truncateSync } from "node:fs";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { permitNumberText, type ReviewCycle } from "~/models/permits/permit";
import type { Permit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { planFiles } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { queueLoads } from "~/platform/measured.server";
import { pathOfFile } from "~/testing/stored-files";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { problemsName, sendPlanFilesZip } from "./plan-files-zip.server";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let clerkOfAnotherCity: Viewer;
let permit: Permit;

beforeAll(async () => {
  const { id: cityId } = await makeCity("Oakville");
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  clerkOfAnotherCity = await makeViewer("city", { cityId: (await makeCity()).id });
});

beforeEach(async () => {
  permit = await makePermit(administrator, clerk.cityId ?? 0, { status: "in_process" });
  await assign(permit, reviewer, "Fire");
});

type Upload = { cycle?: ReviewCycle; origin?: PlanFileOrigin; bytes?: Buffer };

const bytesOf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`);

async function upload(fileName: string, { cycle = "PC1", origin = "submitted", bytes }: Upload = {}) {
  const stored = await storeBytes(bytes ?? bytesOf(fileName));
  const files = [{ ...stored, fileName, kind: "pdf" as const }];
  await addPlanFiles(administrator, permit.id, { reviewCycle: cycle, origin, files });
  const [{ id } = { id: 0 }] = await listPlanFiles(administrator, permit);
  return { ...stored, id };
}

const large = Buffer.concat([bytesOf(""), randomBytes(5_000_000)]);

type Sent = { viewer?: Viewer; reviewCycle?: ReviewCycle; asCity?: boolean } & RequestInit;

const send = ({ viewer = administrator, reviewCycle, asCity = false, ...init }: Sent = {}) =>
  sendPlanFilesZip(viewer, permit.id, new Request("http://localhost:3000/", init), { reviewCycle, asCity });

async function unzipped(response: Response): Promise<Map<string, string>> {
  const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  return new Map(entries.map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
}

const namesIn = async (sent?: Sent) => [...(await unzipped(await send(sent))).keys()];

async function refusalOf(sent: Promise<unknown>): Promise<Refusal> {
  const error = await sent.catch((reason: unknown) => reason);
  if (!(error instanceof Refusal)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

const running = () => queueLoads.get("plan files")?.().running;

describe("a permit's plan files", () => {
  test("have a folder for each cycle, and are as they were uploaded", async () => {
    await upload("Site plan.pdf");
    await upload("Revised.pdf", { cycle: "PC2" });
    await upload("Floor plan.pdf");
    const aside = await upload("Wrong.pdf");
    await write((tx) => tx.update(planFiles).set({ isSetAside: true }).where(eq(planFiles.id, aside.id)));
    const response = await send();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "private, no-store",
      "content-disposition": expect.stringContaining(`filename="${permitNumberText(permit)} plans.zip"`),
    });
    expect(await unzipped(response)).toEqual(
      new Map(
        ["PC1/Site plan.pdf", "PC1/Floor plan.pdf", "PC1/Wrong.pdf", "PC2/Revised.pdf"].map((path) => [
          path,
          bytesOf(path.slice(4)).toString(),
        ]),
      ),
    );
  });

  test("of one cycle are alone, and the name of the ZIP file says so", async () => {
    await upload("Site plan.pdf");
    await upload("Revised.pdf", { cycle: "PC2" });
    const response = await send({ reviewCycle: "PC2" });
    expect(response.headers.get("content-disposition")).toContain(
      `filename="${permitNumberText(permit)} PC2 plans.zip"`,
    );
    expect([...(await unzipped(response)).keys()]).toEqual(["PC2/Revised.pdf"]);
  });

  test("are those that the viewer may read", async () => {
    await upload("Site plan.pdf");
    await upload("Internal.pdf", { origin: "internal" });
    await upload("Marked up.pdf", { origin: "marked_up" });
    const all = ["PC1/Site plan.pdf", "PC1/Internal.pdf", "PC1/Marked up.pdf"];
    expect(await namesIn()).toEqual(all);
    expect(await namesIn({ viewer: reviewer })).toEqual(all);
    for (const sent of [{ viewer: clerk }, { viewer: administrator, asCity: true }])
      expect(await namesIn(sent)).toEqual(["PC1/Site plan.pdf"]);
  });

  test("are 404 for another city, and where the viewer has none to read", async () => {
    await upload("Internal.pdf", { origin: "internal" });
    const hidden = await refusalOf(send({ viewer: clerkOfAnotherCity }));
    expect(hidden).toMatchObject({ status: 404, message: "Permit Not Found" });
    const none = { status: 404, message: "This permit has no plan files" };
    expect(await refusalOf(send({ viewer: clerk }))).toMatchObject(none);
    const ofCycle = { status: 404, message: "This permit has no plan files for PC2" };
    expect(await refusalOf(send({ reviewCycle: "PC2" }))).toMatchObject(ofCycle);
  });

  test("have names that every computer can have, each once in its folder", async () => {
    const longest = `${"x".repeat(251)}.pdf`;
    for (const name of ["A.pdf", "a.pdf", "CON.pdf", "a/b:c.pdf", longest]) await upload(name);
    await upload("A.pdf", { cycle: "PC2" });
    expect(await namesIn()).toEqual([
      ...["PC1/A.pdf", "PC1/a (2).pdf", "PC1/CON_.pdf", "PC1/a_b_c.pdf", `PC1/${"x".repeat(100)}.pdf`],
      "PC2/A.pdf",
    ]);
  });

  test("with HEAD have a name, and nothing is read", async () => {
    await upload("Site plan.pdf");
    const response = await send({ method: "HEAD" });
    expect([response.status, response.body, running()]).toEqual([200, null, 0]);
  });
});

test("a file that is missing or damaged is named in the ZIP file and in the log", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [gone, short, unreadable] = [
    await upload("gone.pdf"),
    await upload("short.pdf"),
    await upload("no.pdf"),
  ];
  await upload("whole.pdf");
  rmSync(pathOfFile(gone.fileKey));
  truncateSync(pathOfFile(short.fileKey), 12);
  rmSync(pathOfFile(unreadable.fileKey));
  mkdirSync(pathOfFile(unreadable.fileKey));
  const entries = await unzipped(await send());
  expect([...entries.keys()]).toEqual(["PC1/short.pdf", "PC1/no.pdf", "PC1/whole.pdf", problemsName]);
  const sentences = ["gone.pdf is missing", "short.pdf was changed", "no.pdf cannot be read"];
  for (const sentence of sentences)
    expect(entries.get(problemsName)).toContain(`PC1/${sentence} on the server\r\n`);
  expect(entries.get(problemsName)).not.toContain("whole.pdf");
  for (const { id } of [gone, short, unreadable])
    expect(logged.mock.calls.join()).toContain(`Plan file ${id} `);
  logged.mockRestore();
});

describe("a download", () => {
  test("leaves out a file that is deleted before its turn", async () => {
    await upload("large.pdf", { bytes: large });
    const deleted = await upload("deleted.pdf");
    await upload("last.pdf");
    const response = await send();
    await deletePlanFile(administrator, deleted.id);
    expect([...(await unzipped(response)).keys()]).toEqual(["PC1/large.pdf", "PC1/last.pdf"]);
  });

  test("that its client breaks off ends the reading, also before anything was read", async () => {
    await upload("large.pdf", { bytes: large });
    const reader = (await send()).body?.getReader();
    await reader?.read();
    expect(running()).toBe(1);
    await reader?.cancel();
    await vi.waitFor(() => expect(running()).toBe(0));

    const gone = new AbortController();
    await send({ signal: gone.signal });
    expect(running()).toBe(1);
    gone.abort();
    await vi.waitFor(() => expect(running()).toBe(0));
  });

  test("is one of three of its viewer, and of ten on a server", async () => {
    await upload("large.pdf", { bytes: large });
    const own = [await send(), await send(), await send()];
    expect(await refusalOf(send())).toMatchObject({ status: 503, details: { retryAfter: 60 } });
    const [first, second, third] = [
      await makeViewer("admin"),
      await makeViewer("admin"),
      await makeViewer("admin"),
    ];
    const others = [first, first, first, second, second, second, third];
    const rest = await Promise.all(others.map((viewer) => send({ viewer })));
    expect(running()).toBe(10);
    expect((await refusalOf(send({ viewer: third }))).message).toContain("Please try again");
    await rest[0]?.body?.cancel();
    await vi.waitFor(() => expect(running()).toBe(9));
    rest.push(await send({ viewer: third }));
    for (const { body } of [...own, ...rest]) await body?.cancel();
    await vi.waitFor(() => expect(running()).toBe(0));
  });
});
