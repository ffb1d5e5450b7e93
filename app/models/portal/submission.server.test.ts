import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { recordEvents } from "../audit.server";
import { storeBytes } from "../files/plan-file-store.server";
import type { PermitStatus } from "../permits/permit";
import type { Viewer } from "../policy";
import { ReusedKey } from "../refusal";
import { auditEvents, cities, permitDisciplines, permits, planFiles } from "../tables.server";
import { SubmissionSchema } from "./submission.schema.server";
import { submitPermit } from "./submission.server";

let administrator: Viewer;
let cityUser: Viewer;
let city: { id: number; code: string };
let other: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin");
  city = await makeCity("Oakville");
  other = await makeCity("Riverton");
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T03:00:00Z") });
  // No one has submitted a permit in this minute.
  cityUser = await makeViewer("city", { cityId: city.id });
});
afterEach(() => void vi.useRealTimers());

const required = {
  projectName: "Elm Street Duplex",
  projectAddress: "12 Elm Street",
  projectType: "residential",
  projectDescription: "Two units",
};
const fields = (more: object = {}) => SubmissionSchema.parse({ ...required, ...more });
const submit = (viewer: Viewer, more: object = {}, requestedCityId?: number) =>
  submitPermit(viewer, requestedCityId, fields(more));
const setCity = (changes: { isActive?: boolean; submissionStatus?: PermitStatus }) =>
  write(async (tx) => void (await tx.update(cities).set(changes).where(eq(cities.id, city.id))));
async function read(id: number) {
  const [permit] = await db.select().from(permits).where(eq(permits.id, id));
  return permit;
}
const countPermits = () => db.$count(permits);
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("the server sets", () => {
  test("the city, the year, the dates, the cycle, the status and the number", async () => {
    const forged = {
      cityId: other.id,
      status: "hold",
      reviewCycle: "PC7",
      isExpeditedReview: true,
      creationDate: "2020-01-01",
      dueDate: "2020-01-02",
      submissionDate: "2020-01-03",
      permitCreationYear: 2021,
      urban37PermitNumber: "MINE-1",
    };
    const { id } = await submit(cityUser, { ...forged, needsPhysicalPlans: true });
    expect(await read(id)).toMatchObject({
      ...required,
      cityId: city.id,
      status: "approved",
      reviewCycle: "PC1",
      isExpeditedReview: false,
      // It is still the 20th in the provider's time zone.
      creationDate: "2026-11-20",
      submissionDate: "2026-11-20",
      dueDate: "2026-11-30",
      permitCreationYear: 2026,
      urban37PermitNumber: `${city.code}-26-001`,
      cityPermitNumber: null,
      needsPhysicalPlans: true,
      createdById: cityUser.id,
    });
  });

  test("the status that the city has configured", async () => {
    await setCity({ submissionStatus: "in_process" });
    expect((await read((await submit(cityUser)).id))?.status).toBe("in_process");
    await setCity({ submissionStatus: "approved" });
  });

  test("the number after that of an administrator's permit", async () => {
    const earlier = await makePermit(administrator, city.id);
    const { id } = await submit(cityUser);
    const [last, next] = [earlier.urban37PermitNumber, (await read(id))?.urban37PermitNumber];
    expect(Number(next?.slice(-3))).toBe(Number(last.slice(-3)) + 1);
  });
});

test("a submission is stored and recorded with its disciplines and files", async () => {
  const content = await storeBytes(Buffer.from("%PDF-1.7 plan"));
  const file = { ...content, fileName: "plan.pdf", kind: "pdf" as const };
  const requiredDisciplines = ["Fire", "Civil"];
  const { id } = await submitPermit(cityUser, undefined, fields({ requiredDisciplines }), [file]);
  expect(await db.select().from(permitDisciplines).where(eq(permitDisciplines.permitId, id))).toHaveLength(2);
  expect(await db.select().from(planFiles).where(eq(planFiles.permitId, id))).toMatchObject([
    { fileName: "plan.pdf", reviewCycle: "PC1", uploadedById: cityUser.id },
  ]);
  const events = and(eq(auditEvents.subject, "permit"), eq(auditEvents.subjectId, id));
  const recorded = await db.select().from(auditEvents).where(events);
  expect(recorded.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["permit.created", cityUser.id],
    ["permit.files-added", cityUser.id],
  ]);
});

test("the second POST of a form returns the same permit, and creates nothing, as does one with other entries", async () => {
  const formKey = "submission-form-key-1";
  const [first, second] = await Promise.all([submit(cityUser, { formKey }), submit(cityUser, { formKey })]);
  const before = await countPermits();
  expect(second).toEqual(first);
  const other = submit(cityUser, { formKey, projectName: "Another" });
  await expect(other).rejects.toBeInstanceOf(ReusedKey);
  expect(await countPermits()).toBe(before);
});

describe("a permit is submitted", () => {
  test("by an administrator for the requested city", async () => {
    const { id } = await submit(administrator, {}, other.id);
    expect(await read(id)).toMatchObject({ cityId: other.id, createdById: administrator.id });
    expect(await statusOf(submit(administrator))).toBe(404);
  });

  test("by a city user for another city: 404, and nothing is created", async () => {
    const before = await countPermits();
    expect(await statusOf(submit(cityUser, {}, other.id))).toBe(404);
    expect(await countPermits()).toBe(before);
  });

  test("by an employee, or a user without a role or a city: 403", async () => {
    const before = await countPermits();
    for (const viewer of [
      await makeViewer("employee", { disciplines: ["Fire"] }),
      await makeViewer(null, { cityId: city.id }),
      await makeViewer("city"),
    ])
      expect(await statusOf(submit(viewer, {}, city.id))).toBe(403);
    expect(await countPermits()).toBe(before);
  });
});

test("two users can use the same idempotency key for different permits", async () => {
  const otherCityUser = await makeViewer("city", { cityId: other.id });
  const formKey = "nightly-2026-11-20-a";
  const [first, second] = [await submit(cityUser, { formKey }), await submit(otherCityUser, { formKey })];
  expect(second.id).not.toBe(first.id);
  expect(await submit(otherCityUser, { formKey })).toEqual(second);
});

test("a submission for an inactive city is refused with 409", async () => {
  await setCity({ isActive: false });
  for (const submitting of [() => submit(cityUser), () => submit(administrator, {}, city.id)])
    await expect(submitting()).rejects.toMatchObject({
      status: 409,
      message: "Oakville is not active: no permits can be submitted for it.",
    });
  await setCity({ isActive: true });
  expect((await submit(cityUser)).id).toBeGreaterThan(0);
});

test("a city's user submits ten permits a minute, and a repeated request is no submission", async () => {
  const first = await submit(cityUser, { formKey: "first-of-ten-permits" });
  vi.setSystemTime(Date.now() + 20_000);
  for (let count = 2; count <= 10; count += 1) await submit(cityUser);
  const others = Array.from({ length: 300 }, () => ({ subjectId: cityUser.id, changes: {} }));
  await write((tx) => recordEvents(tx, cityUser, "user.profile-updated", others));
  const before = await countPermits();
  const refused = await submit(cityUser).catch((refusal: unknown) => refusal);
  expect(refused).toMatchObject({
    status: 429,
    message: "You have submitted 10 permits within a minute. Wait 40 seconds and send this again.",
    details: { retryAfter: 40 },
  });
  expect(await countPermits()).toBe(before);
  expect(await submit(cityUser, { formKey: "first-of-ten-permits" })).toEqual(first);
  const colleague = await makeViewer("city", { cityId: city.id });
  expect((await submit(colleague)).id).toBeGreaterThan(0);
  expect((await submit(administrator, {}, city.id)).id).toBeGreaterThan(0);
  vi.setSystemTime(Date.now() + 40_000);
  expect((await submit(cityUser)).id).toBeGreaterThan(0);
});
