import { parseWithZod } from "@conform-to/zod/v4";
import { count, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  permitFields,
  switchCorrections,
} from "~/testing/test-rows";
import { listAssignments } from "../assignments/assignment.server";
import { now } from "../clock.server";
import { type NewPlanFile, storeBytes } from "../files/plan-file-store.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { Refusal } from "../refusal";
import {
  assignments,
  auditEvents,
  backChecks,
  comments,
  correctionNumbers,
  corrections,
  permitCounts,
  permitDisciplines,
  permits,
  planChecks,
  planFiles,
  timeEntries,
} from "../tables.server";
import { PermitSchema, permitEditSchema } from "./permit.schema.server";
import { createPermit, updatePermit } from "./permit.server";
import { permitHistory } from "./permit-history.server";
import { readPermit } from "./permit-scope.server";
import { listMatchingIds } from "./permit-search.server";
import { addPlanFiles, listPlanFiles } from "./plan-file.server";

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let otherCityUser: Viewer;
let noRole: Viewer;
let cityId: number;
let otherCityId: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  otherCityId = (await makeCity("Brookfield")).id;
  administrator = await makeViewer("admin", { name: "Dana Price" });
  reviewer = await makeViewer("employee", { name: "Sam Reyes", disciplines: ["Structural", "Fire"] });
  cityUser = await makeViewer("city", { cityId });
  otherCityUser = await makeViewer("city", { cityId: otherCityId });
  noRole = await makeViewer(null, { cityId });
});

const parsed = (fields: Record<string, unknown> = {}) =>
  PermitSchema.parse({ ...permitFields, cityId, ...fields });

async function countPermits(): Promise<number> {
  const [row] = await db.select({ permits: count() }).from(permits);
  return row?.permits ?? 0;
}

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

async function storedPlan(text: string, fileName = "plan.pdf"): Promise<NewPlanFile> {
  return { ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))), fileName, kind: "pdf" };
}

describe("creating a permit", () => {
  test("stores the form's fields, the creator and the time", async () => {
    const before = now();
    const permit = await makePermit(administrator, cityId, {
      applicantName: "Jo",
      applicantEmail: "jo@example.test",
      submissionDate: "2026-11-02",
      isExpeditedReview: true,
    });
    expect(permit).toMatchObject({
      cityId,
      permitCreationYear: 2026,
      cityPermitNumber: "B26-1",
      status: "in_process",
      reviewCycle: "PC1",
      revisionNumber: null,
      isExpeditedReview: true,
      applicantName: "Jo",
      applicantEmail: "jo@example.test",
      applicantPhone: null,
      submissionDate: "2026-11-02",
      createdById: administrator.id,
    });
    expect(permit.createdAt >= before).toBe(true);
    const { requiredDisciplines } = await readPermit(administrator, permit.id);
    expect(requiredDisciplines).toEqual(["Structural"]);
  });

  test.each(["reviewer", "cityUser", "noRole"] as const)("throws 403 for %s", async (name) => {
    const viewer = { reviewer, cityUser, noRole }[name];
    const before = await countPermits();
    expect((await refusalOf(createPermit(viewer, parsed()))).status).toBe(403);
    expect(await countPermits()).toBe(before);
  });

  test("in a city that does not exist throws 400 at the city's field", async () => {
    const refusal = await refusalOf(createPermit(administrator, parsed({ cityId: 999_999 })));
    expect(refusal).toMatchObject({ status: 400, fields: { cityId: ["Please select a city"] } });
  });

  test("with the same idempotency key in two requests creates one permit and returns it to both", async () => {
    const fields = parsed({ formKey: "a-key-of-the-create-form" });
    const before = await countPermits();
    const [first, second] = await Promise.all([
      createPermit(administrator, fields),
      createPermit(administrator, fields),
    ]);
    expect(second).toEqual(first);
    expect(await countPermits()).toBe(before + 1);
    const events = await permitHistory(administrator, await readPermit(administrator, first.id));
    expect(events.filter(({ action }) => action === "permit.created")).toHaveLength(1);
  });

  test("with the same idempotency key in two requests stores its files once", async () => {
    const fields = parsed({ formKey: "a-key-of-a-form-with-files" });
    const files = [await storedPlan("first"), await storedPlan("second")];
    const { id } = await createPermit(administrator, fields, files);
    await createPermit(administrator, fields, files);
    expect(await listPlanFiles(administrator, await readPermit(administrator, id))).toHaveLength(2);
  });

  test("with two idempotency keys creates two permits", async () => {
    const first = await createPermit(administrator, parsed({ formKey: "the-first-form's-key" }));
    const second = await createPermit(administrator, parsed({ formKey: "the-second-form's-key" }));
    expect(second.id).not.toBe(first.id);
  });

  test("stores its files in the permit's review cycle", async () => {
    const { id } = await createPermit(administrator, parsed({ reviewCycle: "PC2" }), [
      await storedPlan("pc2"),
    ]);
    expect(await listPlanFiles(administrator, await readPermit(administrator, id))).toMatchObject([
      { fileName: "plan.pdf", reviewCycle: "PC2" },
    ]);
  });

  test("with a file that is no longer stored throws 409 and stores nothing", async () => {
    const lost: NewPlanFile = {
      ...{ fileKey: "0".repeat(32), sha256: "0".repeat(64), byteSize: 9 },
      ...{ fileName: "lost.pdf", kind: "pdf" },
    };
    const before = await countPermits();
    const refusal = await refusalOf(createPermit(administrator, parsed(), [lost]));
    expect(refusal).toMatchObject({ status: 409, fields: { files: [expect.stringContaining("lost.pdf")] } });
    expect(await countPermits()).toBe(before);
  });
});

describe("changing a permit", () => {
  test("changes only the fields that are passed", async () => {
    const permit = await makePermit(administrator, cityId);
    const updated = await updatePermit(administrator, permit.id, { projectName: "Renamed", status: "hold" });
    expect(updated).toMatchObject({
      ...permit,
      projectName: "Renamed",
      status: "hold",
      updatedAt: updated.updatedAt,
    });
    expect(updated.updatedAt > permit.updatedAt).toBe(true);
  });

  test("can set any status after any other", async () => {
    const { id } = await makePermit(administrator, cityId, { status: "cancelled" });
    for (const status of ["approved", "in_process", "resubmittal_required", "hold", "cancelled"] as const)
      expect((await updatePermit(administrator, id, { status })).status).toBe(status);
  });

  test("replaces the required disciplines only when they are passed", async () => {
    const { id } = await makePermit(administrator, cityId, { requiredDisciplines: ["Fire", "Civil"] });
    const unchanged = await updatePermit(administrator, id, { status: "hold" });
    expect(unchanged.requiredDisciplines).toEqual(["Civil", "Fire"]);
    const replaced = await updatePermit(administrator, id, { requiredDisciplines: ["Plumbing"] });
    expect(replaced.requiredDisciplines).toEqual(["Plumbing"]);
  });

  test("to a city that does not exist throws 400 at the city's field", async () => {
    const { id } = await makePermit(administrator, cityId);
    const refusal = await refusalOf(updatePermit(administrator, id, { cityId: 999_999 }));
    expect(refusal).toMatchObject({ status: 400, fields: { cityId: ["Please select a city"] } });
  });

  test("to another city hides it from the first city", async () => {
    const { id } = await makePermit(administrator, cityId);
    await updatePermit(administrator, id, { cityId: otherCityId });
    expect((await refusalOf(readPermit(cityUser, id))).status).toBe(404);
    expect((await readPermit(otherCityUser, id)).city.cityName).toBe("Brookfield");
  });

  test("throws 404 outside the viewer's scope and 403 without the permission", async () => {
    const { id } = await makePermit(administrator, cityId);
    const change = (viewer: Viewer) => refusalOf(updatePermit(viewer, id, { status: "hold" }));
    expect((await change(otherCityUser)).status).toBe(404);
    expect((await change(noRole)).status).toBe(404);
    expect((await change(cityUser)).status).toBe(403);
    expect((await change(reviewer)).status).toBe(403);
    expect((await readPermit(administrator, id)).status).toBe("in_process");
  });

  test("throws 404 when it does not exist", async () => {
    expect((await refusalOf(updatePermit(administrator, 999_999, { status: "hold" }))).status).toBe(404);
  });

  test("clears an optional field that is empty in the edit form", async () => {
    const permit = await makePermit(administrator, cityId, {
      applicantName: "Jo",
      applicantEmail: "jo@example.test",
      applicantPhone: "555",
      submissionDate: "2026-11-02",
    });
    const form = new FormData();
    const texts = { ...permitFields, ...permit, revisionNumber: "none" };
    for (const name of Object.keys({ ...permitFields, cityId, urban37PermitNumber: "", updatedAt: "" }))
      form.append(name, String(texts[name as keyof typeof texts]));
    for (const name of ["applicantName", "applicantEmail", "applicantPhone", "submissionDate"])
      form.append(name, "");
    const submission = parseWithZod(form, { schema: permitEditSchema() });
    if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
    const { updatedAt, ...changes } = submission.value;
    expect(await updatePermit(administrator, permit.id, changes, updatedAt)).toMatchObject({
      applicantName: null,
      applicantEmail: null,
      applicantPhone: null,
      submissionDate: null,
    });
  });
});

describe("an edit with an expected version", () => {
  test("throws 409 with the current row after another change, and stores nothing", async () => {
    const permit = await makePermit(administrator, cityId);
    const colleague = await makeViewer("admin", { name: "Ann Cole" });
    await updatePermit(colleague, permit.id, { projectName: "Ann's name" }, permit.updatedAt);
    const late = { projectName: "Late name", requiredDisciplines: ["Fire" as const] };
    const refusal = await refusalOf(updatePermit(administrator, permit.id, late, permit.updatedAt));
    expect(refusal.status).toBe(409);
    expect(refusal.message).toMatch(/^Ann Cole changed this permit on .+Your changes were not saved\.$/);
    const current = await readPermit(administrator, permit.id);
    expect(refusal.details?.current).toEqual(current);
    expect(current).toMatchObject({ projectName: "Ann's name", requiredDisciplines: ["Structural"] });
  });

  test("names the user who changed the row, not the user who added files later", async () => {
    const permit = await makePermit(administrator, cityId);
    const colleague = await makeViewer("admin", { name: "Ann Cole" });
    await updatePermit(colleague, permit.id, { status: "hold" });
    const file = await storedPlan("added later");
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [file] });
    const refusal = await refusalOf(
      updatePermit(administrator, permit.id, { status: "approved" }, permit.updatedAt),
    );
    expect(refusal.message).toMatch(/^Ann Cole changed/);
  });

  test("succeeds on the current row, also for a second edit", async () => {
    const permit = await makePermit(administrator, cityId);
    const first = await updatePermit(administrator, permit.id, { status: "hold" }, permit.updatedAt);
    const second = await updatePermit(administrator, permit.id, { status: "approved" }, first.updatedAt);
    expect(second.status).toBe("approved");
    expect(second.updatedAt > first.updatedAt).toBe(true);
  });

  test("always stores a later updatedAt, even after the clock was set back", async () => {
    const { id } = await makePermit(administrator, cityId);
    const ahead = "2999-01-01T00:00:00.000Z";
    await write(async (tx) => {
      await tx.update(permits).set({ updatedAt: ahead }).where(eq(permits.id, id));
    });
    const updated = await updatePermit(administrator, id, { status: "hold" }, ahead);
    expect(updated.updatedAt > ahead).toBe(true);
  });

  test("succeeds for one of two concurrent requests and is refused for the other", async () => {
    const { id, updatedAt } = await makePermit(administrator, cityId);
    const results = await Promise.allSettled([
      updatePermit(administrator, id, { projectName: "One" }, updatedAt),
      updatePermit(administrator, id, { projectName: "Two" }, updatedAt),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await readPermit(administrator, id)).projectName).toBe("One");
  });
});

describe("deleting a permit", () => {
  test("deletes everything that belongs to it, and removes it from the search and the counts", async () => {
    const permit = await makePermit(administrator, cityId, { cityPermitNumber: "DOOMED-77" });
    await assign(permit, reviewer, "Structural");
    await switchCorrections(cityId, true);
    await updatePermit(administrator, permit.id, { projectName: "Doomed" });
    await switchCorrections(cityId, false);
    const [correctionId = 0] = await makeCorrections(permit, reviewer, [{}]);
    await write(async (tx) => {
      const check = { correctionId, reviewCycle: "PC2", verdict: "resolved", byName: "Sam Reyes" } as const;
      await tx.insert(backChecks).values({ ...check, createdAt: now(), updatedAt: now() });
    });
    expect(await db.$count(planChecks, eq(planChecks.permitId, permit.id))).toBe(1);
    await write(async (tx) => {
      const stamps = { createdAt: now(), updatedAt: now() };
      const shared = { permitId: permit.id, reviewCycle: "PC1" as const, ...stamps };
      const [first] = await tx
        .insert(comments)
        .values({ ...shared, authorId: reviewer.id, authorName: "Sam Reyes", text: "Look" })
        .returning();
      await tx.insert(comments).values({ ...shared, parentId: first?.id, authorName: "Dana", text: "I did" });
      await tx.insert(timeEntries).values({
        ...shared,
        employeeId: reviewer.employeeId ?? 0,
        discipline: "Structural",
        quarterHours: 2,
        workDate: "2026-11-02",
      });
    });
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [await storedPlan("doomed")] });
    const found = async () => [
      await listMatchingIds("doomed-77", {}),
      await listMatchingIds("doomed-77", { cityId }),
    ];
    const storedCount = async () => {
      const rows = await db.select().from(permitCounts).where(eq(permitCounts.cityId, cityId));
      return rows.reduce((sum, row) => sum + row.permits, 0);
    };
    const before = await storedCount();
    expect(await found()).toEqual([[permit.id], [permit.id]]);

    const deleted = await deletePermit(administrator, permit.id);

    expect(deleted).toMatchObject({ id: permit.id, cityPermitNumber: "DOOMED-77" });
    expect(await found()).toEqual([[], []]);
    expect(await storedCount()).toBe(before - 1);
    const ofPermits = [permitDisciplines, assignments, comments, timeEntries, planFiles];
    for (const table of [...ofPermits, planChecks, corrections, correctionNumbers])
      expect(await db.select().from(table).where(eq(table.permitId, permit.id))).toEqual([]);
    expect(await db.$count(backChecks, eq(backChecks.correctionId, correctionId))).toBe(0);
    expect((await refusalOf(readPermit(administrator, permit.id))).status).toBe(404);
  });

  test("leaves the rows of other permits unchanged", async () => {
    const remaining = await makePermit(administrator, cityId);
    const deleted = await makePermit(administrator, cityId);
    await assign(remaining, reviewer, "Fire");
    await deletePermit(administrator, deleted.id);
    expect(await listAssignments(administrator, remaining)).toHaveLength(1);
    expect((await readPermit(administrator, remaining.id)).requiredDisciplines).toEqual(["Structural"]);
  });

  test("throws 404 outside the viewer's scope and 403 without the permission", async () => {
    const { id } = await makePermit(administrator, cityId);
    expect((await refusalOf(deletePermit(otherCityUser, id))).status).toBe(404);
    expect((await refusalOf(deletePermit(noRole, id))).status).toBe(404);
    expect((await refusalOf(deletePermit(cityUser, id))).status).toBe(403);
    expect((await refusalOf(deletePermit(reviewer, id))).status).toBe(403);
    expect((await readPermit(administrator, id)).id).toBe(id);
  });

  test("throws 404 the second time", async () => {
    const { id } = await makePermit(administrator, cityId);
    await deletePermit(administrator, id);
    expect((await refusalOf(deletePermit(administrator, id))).status).toBe(404);
  });

  test("is recorded in the history with the deleted values", async () => {
    const { id } = await makePermit(administrator, cityId, { projectName: "Lost Tower" });
    await deletePermit(administrator, id);
    const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    expect(events.at(-1)).toMatchObject({
      action: "permit.deleted",
      actorName: "Dana Price",
      changes: { projectName: ["Lost Tower", null], city: ["Oakville", null] },
    });
  });
});
