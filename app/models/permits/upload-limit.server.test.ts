import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { storePlan } from "~/testing/stored-files";
import { makeApplicant } from "~/testing/test-applicants";
import { makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { type NewPlanFile, storeBytes } from "../files/plan-file-store.server";
import type { Applicant, Viewer } from "../policy";
import { permits, planFiles } from "../tables.server";
import { PermitSchema } from "./permit.schema.server";
import { createPermit } from "./permit.server";
import { addPlanFiles, attachFiles } from "./plan-file.server";

vi.hoisted(() => {
  vi.stubEnv("MAX_PERMIT_MB", "4000");
  vi.stubEnv("MAX_DAILY_UPLOAD_MB", "1000");
});

const megabyte = 1024 * 1024;
let cityUser: Viewer;
let administrator: Viewer;
let permit: { id: number };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T20:00:00.000Z") });
  const { id: cityId } = await makeCity();
  cityUser = await makeViewer("city", { cityId });
  administrator = await makeViewer("admin");
  permit = await makePermit(administrator, cityId);
});
afterEach(() => void vi.useRealTimers());

async function add(viewer: Viewer, formKey?: string) {
  const file: NewPlanFile = {
    ...(await storeBytes(Buffer.from("%PDF-1.7"))),
    fileName: "A1.pdf",
    kind: "pdf",
  };
  return addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [file], formKey });
}
const refusalOf = (work: Promise<unknown>) => work.catch((refusal: unknown) => refusal);
const passSeconds = (count: number) => vi.setSystemTime(Date.now() + count * 1000);

test("a city's user adds files twenty times a minute, and a repeated request is no upload", async () => {
  await add(cityUser, "first");
  passSeconds(10);
  for (let count = 2; count <= 20; count += 1) await add(cityUser);
  expect(await refusalOf(add(cityUser))).toMatchObject({
    status: 429,
    message: "You have added files 20 times within a minute. Wait 50 seconds and send this again.",
    details: { retryAfter: 50 },
  });
  expect(await add(cityUser, "first")).toBe(1);
  expect(await add(administrator)).toBe(1);
  passSeconds(50);
  expect(await add(cityUser)).toBe(1);
});

test("a city's user adds ten times as much to all permits of a day", async () => {
  await add(cityUser);
  const earlier = await makePermit(administrator, cityUser.cityId ?? 0);
  await write((tx) => tx.update(planFiles).set({ byteSize: 10_000 * megabyte - 8, permitId: earlier.id }));
  expect(await add(cityUser)).toBe(1);
  expect(await refusalOf(add(cityUser))).toMatchObject({
    status: 413,
    message:
      "You can add 10000 MB of files within 24 hours. Send fewer files now and the others tomorrow, or ask Urban37.",
  });
  const colleague = await makeViewer("city", { cityId: cityUser.cityId ?? 0 });
  expect(await add(colleague)).toBe(1);
  passSeconds(24 * 60 * 60);
  expect(await add(cityUser)).toBe(1);
});

test("a permit gets as many megabytes of its city in a day as the setting says, and the firm adds more", async () => {
  await add(cityUser);
  const others = 1000 * megabyte - 8;
  await write((tx) =>
    tx.update(planFiles).set({ byteSize: others }).where(eq(planFiles.permitId, permit.id)),
  );
  expect(await add(cityUser)).toBe(1);
  const refused = await refusalOf(add(cityUser));
  expect(refused).toMatchObject({
    status: 413,
    message:
      "A permit can get 1000 MB of files within 24 hours. Send fewer files now and the others tomorrow, or ask Urban37.",
  });
  expect(await db.$count(planFiles, eq(planFiles.permitId, permit.id))).toBe(2);
  expect(await add(administrator)).toBe(1);
  passSeconds(24 * 60 * 60);
  expect(await add(cityUser)).toBe(1);
});

describe("a permit", () => {
  /** Makes the permit's only file so large. */
  const holdOnly = (bytes: number) =>
    write((tx) => tx.update(planFiles).set({ byteSize: bytes }).where(eq(planFiles.permitId, permit.id)));
  const addTo = async (bytes: number, viewer = administrator) =>
    addPlanFiles(viewer, permit.id, {
      reviewCycle: "PC1",
      files: [{ ...(await storePlan("A1.pdf")), byteSize: bytes }],
    });
  const holding = (text: string) => ({
    status: 413,
    message: `This permit holds ${text}. Leave some files out, or delete some that are not needed.`,
  });

  beforeEach(() => add(administrator));

  test.each([
    [3900, 220 * megabyte, "3.9 of 4.0 GB: 120 MB too much"],
    [3999, 1.5 * megabyte, "3.9 of 4.0 GB: 512 KB too much"],
    [1, 5499 * megabyte, "0.0 of 4.0 GB: 1.5 GB too much"],
    [4000, 1, "4.0 of 4.0 GB: 1 KB too much"],
  ])("that holds %i MB refuses %i bytes from everybody, with its figures", async (held, sent, text) => {
    await holdOnly(held * megabyte);
    for (const viewer of [administrator, cityUser])
      expect(await refusalOf(addTo(sent, viewer))).toMatchObject(holding(text));
    expect(await db.$count(planFiles, eq(planFiles.permitId, permit.id))).toBe(1);
  });

  test("is filled to the last byte, equal contents and files set aside included", async () => {
    await holdOnly(2000 * megabyte);
    await write((tx) => tx.update(planFiles).set({ isSetAside: true }));
    expect(await addTo(1000 * megabyte)).toBe(1);
    expect(await addTo(1000 * megabyte)).toBe(1);
    expect(await refusalOf(addTo(1))).toMatchObject(holding("4.0 of 4.0 GB: 1 KB too much"));
  });

  test("that does not exist yet is not created with too much", async () => {
    const files = [{ ...(await storePlan("A1.pdf")), byteSize: 4001 * megabyte }];
    const fields = PermitSchema.parse({ ...permitFields, cityId: cityUser.cityId });
    const before = await db.$count(permits);
    expect(await refusalOf(createPermit(administrator, fields, files))).toMatchObject(
      holding("0.0 of 4.0 GB: 1 MB too much"),
    );
    expect(await db.$count(permits)).toBe(before);
  });
});

describe("a status link", () => {
  let applicant: Applicant;

  beforeEach(async () => {
    applicant = await makeApplicant(administrator, permit);
  });

  async function send(count: number, sender = applicant, to = permit): Promise<number> {
    const files: NewPlanFile[] = [];
    for (let index = 0; index < count; index += 1) files.push(await storePlan(`A${index}.pdf`));
    const { total } = await write((tx) => attachFiles(tx, sender, to, { reviewCycle: "PC1", files }));
    return total;
  }
  const tooOften = (minutes: string, retryAfter: number) => ({
    status: 429,
    message: `20 files can be sent within an hour. Wait ${minutes} and send these again.`,
    details: { retryAfter },
  });

  test("sends twenty files within an hour, and none of what is more", async () => {
    expect(await send(15)).toBe(15);
    passSeconds(600);
    expect(await refusalOf(send(6))).toMatchObject(tooOften("50 minutes", 3000));
    expect(await db.$count(planFiles, eq(planFiles.permitId, permit.id))).toBe(15);
    expect(await send(5)).toBe(5);
    expect(await refusalOf(send(1))).toMatchObject(tooOften("50 minutes", 3000));
    passSeconds(3000 - 30);
    expect(await refusalOf(send(1))).toMatchObject(tooOften("1 minute", 30));
    passSeconds(30);
    expect(await send(15)).toBe(15);
    expect(await refusalOf(send(1))).toMatchObject({ status: 429 });
  });

  test("counts its own files alone: not those of other links, of the city and of the firm", async () => {
    await send(20);
    expect(await send(20, await makeApplicant(administrator, permit))).toBe(20);
    expect(await add(cityUser)).toBe(1);
    expect(await add(administrator)).toBe(1);
  });

  test("is not limited as the users of a city are: twenty requests a minute are twenty files", async () => {
    for (let count = 1; count <= 20; count += 1) expect(await send(1)).toBe(1);
    expect(await refusalOf(send(1))).toMatchObject(tooOften("60 minutes", 3600));
  });

  test("sends no more to its permit in a day than the city does, together with it", async () => {
    await add(cityUser);
    const most = { byteSize: 1000 * megabyte - (await storePlan("A1.pdf")).byteSize };
    await write((tx) => tx.update(planFiles).set(most).where(eq(planFiles.permitId, permit.id)));
    expect(await send(1)).toBe(1);
    expect(await refusalOf(send(1))).toMatchObject({
      status: 413,
      message:
        "A permit can get 1000 MB of files within 24 hours. Send fewer files now and the others tomorrow, or ask Urban37.",
    });
    passSeconds(24 * 60 * 60);
    expect(await send(1)).toBe(1);
  });

  test("sends no more than its permit holds", async () => {
    await add(administrator);
    const all = { byteSize: 4000 * megabyte };
    await write((tx) => tx.update(planFiles).set(all).where(eq(planFiles.permitId, permit.id)));
    expect(await refusalOf(send(1))).toMatchObject({
      status: 413,
      message: expect.stringMatching(/^This permit holds 4\.0 of 4\.0 GB: 1 KB too much/),
    });
  });
});
