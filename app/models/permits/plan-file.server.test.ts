import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeApplicant } from "~/testing/test-applicants";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makePermit,
  makeViewer,
  permitFields,
  switchCorrections,
} from "~/testing/test-rows";
import { now } from "../clock.server";
import type { PlanFileOrigin } from "../files/plan-file";
import { type NewPlanFile, storeBytes } from "../files/plan-file-store.server";
import { handOverLetter } from "../letters/hand-over.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Applicant, Viewer } from "../policy";
import { ReusedKey } from "../refusal";
import { assignments, cities, mailOutbox, permits, planChecks, planFiles, users } from "../tables.server";
import type { ReviewCycle } from "./permit";
import { PermitSchema } from "./permit.schema.server";
import { createPermit, updatePermit } from "./permit.server";
import { readPermit } from "./permit-scope.server";
import {
  addPlanFiles,
  allowUpload,
  attachFiles,
  deletePlanFile,
  listPlanFiles,
  mayChooseOrigin,
  mayUpload,
  readPlanFile,
  setFileAside,
} from "./plan-file.server";

vi.mock(import("../letters/letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let administrator: Viewer;
let reviewer: Viewer;
let unassigned: Viewer;
let cityUser: Viewer;
let otherCityUser: Viewer;
let noRole: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let planCount = 0;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  unassigned = await makeViewer("employee", { disciplines: ["Fire"] });
  cityUser = await makeViewer("city", { cityId });
  otherCityUser = await makeViewer("city", { cityId: (await makeCity()).id });
  noRole = await makeViewer(null, { cityId });
});

beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
});

async function plan(fileName = "plan.pdf", text = `plan ${++planCount}`): Promise<NewPlanFile> {
  return { ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))), fileName, kind: "pdf" };
}

/** Adds one file and returns its id. */
async function upload(viewer: Viewer, fileName = "plan.pdf"): Promise<number> {
  await addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [await plan(fileName)] });
  const [newest] = await list(administrator);
  return newest?.id ?? 0;
}

const list = async (viewer: Viewer) => listPlanFiles(viewer, await readPermit(viewer, permit.id));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );
const rowsOf = (permitId: number) => db.select().from(planFiles).where(eq(planFiles.permitId, permitId));
const nextCycle = () => updatePermit(administrator, permit.id, { reviewCycle: "PC2" });

/** Stores that the letter of a cycle is out. */
const issueLetterOf = (reviewCycle: ReviewCycle) =>
  write((tx) =>
    tx.insert(planChecks).values({
      ...{ permitId: permit.id, reviewCycle, receivedOn: "2026-11-20" },
      ...{ state: "released", outcome: "corrections_required" },
      ...{ releasedAt: now(), createdAt: now(), updatedAt: now() },
    }),
  );

describe("adding plan files", () => {
  test("creates a row for each, with uploader, time and cycle", async () => {
    const files = [await plan("a.pdf"), await plan("b.pdf")];
    expect(await addPlanFiles(cityUser, permit.id, { reviewCycle: "PC2", files })).toBe(2);
    const rows = await rowsOf(permit.id);
    expect(rows).toMatchObject([
      {
        fileName: "a.pdf",
        reviewCycle: "PC2",
        uploadedById: cityUser.id,
        fileKey: files[0]?.fileKey,
      },
      {
        fileName: "b.pdf",
        reviewCycle: "PC2",
        uploadedById: cityUser.id,
        fileKey: files[1]?.fileKey,
      },
    ]);
    expect(rows[0]?.uploadedAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
  });

  test("accepts two files with one name, and one content under two names", async () => {
    const files = [await plan("plan.pdf"), await plan("plan.pdf", "same"), await plan("copy.pdf", "same")];
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
    expect((await list(administrator)).map(({ fileName }) => fileName)).toEqual([
      "copy.pdf",
      "plan.pdf",
      "plan.pdf",
    ]);
  });

  test("without a cycle adds them to the one that the forms preselect", async () => {
    const added = async () => {
      await addPlanFiles(administrator, permit.id, { files: [await plan()] });
      return (await list(administrator))[0]?.reviewCycle;
    };
    expect(await added()).toBe("PC1");
    await nextCycle();
    expect(await added()).toBe("PC2");
    await issueLetterOf("PC2");
    expect(await added()).toBe("PC3");
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC10" }).where(eq(permits.id, permit.id)));
    await issueLetterOf("PC10");
    await expect(added()).rejects.toMatchObject({
      status: 400,
      fields: { reviewCycle: ["Please select a review cycle"] },
    });
  });

  test("adds none when the list is empty", async () => {
    expect(await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [] })).toBe(0);
  });

  test("with the same idempotency key in two requests adds them once and returns their number to both", async () => {
    const files = [await plan(), await plan()];
    const upload = { reviewCycle: "PC1" as const, files, formKey: `upload-form-of-${permit.id}` };
    const counts = await Promise.all([
      addPlanFiles(administrator, permit.id, upload),
      addPlanFiles(administrator, permit.id, upload),
    ]);
    expect(counts).toEqual([2, 2]);
    expect(await rowsOf(permit.id)).toHaveLength(2);
    const otherPermit = await makePermit(administrator, cityId);
    const others = { ...upload, files: [await plan(), await plan()] };
    expect(await addPlanFiles(administrator, otherPermit.id, others)).toBe(2);
    expect(await rowsOf(otherPermit.id)).toHaveLength(2);
  });

  test("throws 409 with the name of a file that is no longer stored, and adds none", async () => {
    const lost: NewPlanFile = {
      ...{ fileKey: "0".repeat(32), sha256: "0".repeat(64), byteSize: 1 },
      ...{ fileName: "lost.pdf", kind: "pdf" },
    };
    const files = [await plan(), lost];
    const adding = addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
    await expect(adding).rejects.toMatchObject({
      status: 409,
      fields: {
        files: ["Choose lost.pdf again: another form has added it, or it was uploaded too long ago"],
      },
    });
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("throws 409 for a file that another form has added, and leaves it there", async () => {
    const upload = { reviewCycle: "PC1" as const, files: [await plan()] };
    await addPlanFiles(administrator, permit.id, upload);
    const again = addPlanFiles(administrator, (await makePermit(administrator, cityId)).id, upload);
    await expect(again).rejects.toMatchObject({ status: 409 });
    expect(await rowsOf(permit.id)).toHaveLength(1);
  });
});

describe("who may add plan files", () => {
  const tryToAdd = async (viewer: Viewer) =>
    statusOf(addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [await plan()] }));

  async function expectUpload(viewer: Viewer, expected: "done" | number) {
    expect(await tryToAdd(viewer)).toBe(expected);
    expect(await statusOf(allowUpload(viewer, permit.id))).toBe(expected);
    const ofPermit = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    if (expected !== 404) expect(mayUpload(viewer, permit, ofPermit)).toBe(expected === "done");
    expect(await rowsOf(permit.id)).toHaveLength(expected === "done" ? 1 : 0);
  }

  test("an administrator may", () => expectUpload(administrator, "done"));
  test("a user of the permit's city may", () => expectUpload(cityUser, "done"));
  test("a user of another city gets 404", () => expectUpload(otherCityUser, 404));
  test("a user without a role gets 404", () => expectUpload(noRole, 404));
  test("an employee who was never assigned may not", () => expectUpload(unassigned, 403));

  test("an employee who is assigned may", async () => {
    await assign(permit, reviewer, "Fire");
    await expectUpload(reviewer, "done");
  });

  test("an employee who was assigned in an earlier cycle may", async () => {
    await assign(permit, reviewer, "Fire");
    await nextCycle();
    await expectUpload(reviewer, "done");
  });

  test("an employee who is assigned to another permit may not", async () => {
    await assign(await makePermit(administrator, cityId), reviewer, "Fire");
    await expectUpload(reviewer, 403);
  });

  test("an administrator gets 404 for a permit that does not exist", async () => {
    expect(await statusOf(allowUpload(administrator, 999_999))).toBe(404);
  });
});

describe("the list of plan files", () => {
  test("has the files of all cycles, newest first", async () => {
    await upload(administrator, "first.pdf");
    await nextCycle();
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC2", files: [await plan("second.pdf")] });
    expect(await list(cityUser)).toMatchObject([
      { fileName: "second.pdf", reviewCycle: "PC2", kind: "pdf" },
      { fileName: "first.pdf", reviewCycle: "PC1", kind: "pdf" },
    ]);
  });

  test("throws 404 outside the viewer's scope", async () => {
    expect(await statusOf(list(otherCityUser))).toBe(404);
    expect(await statusOf(list(noRole))).toBe(404);
  });

  test("contains neither the content's hash nor another uploader", async () => {
    await upload(administrator);
    const [file] = await list(cityUser);
    expect(file).toMatchObject({ isOwn: false });
    expect(await list(administrator)).toMatchObject([{ isOwn: true }]);
    expect(Object.keys(file ?? {}).toSorted()).toEqual([
      "byteSize",
      "fileName",
      "id",
      "isForNextLetter",
      "isOwn",
      "isSetAside",
      "kind",
      "letterId",
      "mayDelete",
      "maySetAside",
      "origin",
      "planSet",
      "reviewCycle",
      "sheets",
      "uploadedAt",
    ]);
  });
});

describe("the origin of plan files", () => {
  let corrected: Awaited<ReturnType<typeof makePermit>>;
  let clerk: Viewer;

  const switchTo = (usesCorrections: boolean) =>
    write(async (tx) => {
      await tx.update(cities).set({ usesCorrections }).where(eq(cities.id, corrected.cityId));
    });

  beforeEach(async () => {
    const { id } = await makeCity();
    clerk = await makeViewer("city", { cityId: id });
    corrected = await makePermit(administrator, id);
    await switchTo(true);
    await assign(corrected, reviewer, "Fire");
  });

  async function add(viewer: Viewer, origin?: PlanFileOrigin, more: { formKey?: string } = {}) {
    const upload = { reviewCycle: "PC1" as const, files: [await plan("plan.pdf", "of an origin")] };
    return addPlanFiles(viewer, corrected.id, { ...upload, origin, ...more });
  }

  const listed = async (viewer: Viewer) => listPlanFiles(viewer, await readPermit(viewer, corrected.id));
  const origins = async (viewer: Viewer) => (await listed(viewer)).map(({ origin }) => origin);
  const emails = () => db.$count(mailOutbox);

  test("is marked-up plans when staff upload without choosing one", async () => {
    await add(administrator);
    await add(reviewer);
    expect(await origins(administrator)).toEqual(["marked_up", "marked_up"]);
  });

  test.each(["submitted", "marked_up", "internal"] as const)("is %s when staff choose it", async (origin) => {
    await add(reviewer, origin);
    expect(await origins(reviewer)).toEqual([origin]);
  });

  test("is always submitted for a city's files, and nothing else is accepted from it", async () => {
    await add(clerk);
    await add(clerk, "submitted");
    expect(await origins(clerk)).toEqual(["submitted", "submitted"]);
    for (const origin of ["marked_up", "internal"] as const) {
      await expect(add(clerk, origin)).rejects.toMatchObject({
        status: 400,
        fields: { origin: expect.any(Array) },
      });
    }
    expect(await rowsOf(corrected.id)).toHaveLength(2);
  });

  test("is submitted in a city without corrections, and nothing else is accepted", async () => {
    await switchTo(false);
    await add(administrator);
    await add(reviewer, "submitted");
    expect(await origins(clerk)).toEqual(["submitted", "submitted"]);
    for (const viewer of [administrator, reviewer])
      await expect(add(viewer, "internal")).rejects.toMatchObject({ status: 400 });
    expect(await rowsOf(corrected.id)).toHaveLength(2);
  });

  test("is submitted for the files of a new permit", async () => {
    const form = PermitSchema.parse({ ...permitFields, cityId: corrected.cityId });
    const { id } = await createPermit(administrator, form, [await plan()]);
    expect(await rowsOf(id)).toMatchObject([{ origin: "submitted" }]);
  });

  test.each(["marked_up", "internal"] as const)(
    "keeps a %s file in the firm: not listed, read or deleted from outside, without an email",
    async (origin) => {
      const before = await emails();
      await add(reviewer, origin);
      expect(await emails()).toBe(before);
      expect(await listed(clerk)).toEqual([]);
      const [file] = await listed(administrator);
      const id = file?.id ?? 0;
      for (const command of [readPlanFile, deletePlanFile])
        await expect(command(clerk, id)).rejects.toMatchObject({ status: 404, message: "File not found" });
      expect((await readPlanFile(reviewer, id)).origin).toBe(origin);
      await switchTo(false);
      expect(await listed(clerk)).toEqual([]);
      await deletePlanFile(reviewer, id);
      expect(await rowsOf(corrected.id)).toEqual([]);
    },
  );

  test("lets the city know of plans received that staff add", async () => {
    const before = await emails();
    await add(reviewer, "submitted");
    expect(await emails()).toBe(before + 1);
  });

  test("limits the city's list, which staff may read too", async () => {
    await add(administrator, "internal");
    await add(administrator, "submitted");
    const asCity = await listPlanFiles(administrator, corrected, { asCity: true });
    expect(asCity.map(({ origin }) => origin)).toEqual(["submitted"]);
    expect(await origins(administrator)).toEqual(["submitted", "internal"]);
  });

  test("belongs to the idempotency key: the same form with another origin is refused", async () => {
    const formKey = `origin-form-of-${corrected.id}`;
    expect(await add(reviewer, "internal", { formKey })).toBe(1);
    expect(await add(reviewer, "internal", { formKey })).toBe(1);
    expect(await origins(reviewer)).toEqual(["internal"]);
    await expect(add(reviewer, undefined, { formKey })).rejects.toBeInstanceOf(ReusedKey);
    expect(await origins(reviewer)).toEqual(["internal"]);
  });

  test("is chosen by staff where the city uses corrections", async () => {
    const choosing = async (viewer: Viewer) =>
      mayChooseOrigin(viewer, await readPermit(viewer, corrected.id));
    expect(await Promise.all([administrator, reviewer, clerk].map(choosing))).toEqual([true, true, false]);
    await switchTo(false);
    expect(await Promise.all([administrator, reviewer, clerk].map(choosing))).toEqual([false, false, false]);
  });
});

describe("reading a plan file", () => {
  test("is possible for users who can read its permit", async () => {
    const id = await upload(administrator);
    for (const viewer of [administrator, unassigned, cityUser])
      expect((await readPlanFile(viewer, id)).id).toBe(id);
  });

  test("throws 404 for other users, like a file that does not exist", async () => {
    const id = await upload(administrator);
    for (const viewer of [otherCityUser, noRole])
      await expect(readPlanFile(viewer, id)).rejects.toMatchObject({
        status: 404,
        message: "File not found",
      });
    await expect(readPlanFile(administrator, 999_999)).rejects.toMatchObject({ message: "File not found" });
  });

  test("returns whether it belongs to an earlier cycle than the permit's", async () => {
    const id = await upload(administrator);
    expect((await readPlanFile(administrator, id)).isOfEarlierCycle).toBe(false);
    await nextCycle();
    expect((await readPlanFile(administrator, id)).isOfEarlierCycle).toBe(true);
  });
});

describe("deleting a plan file", () => {
  /** Checks `mayDelete`, which shows the button, and the deletion itself. */
  async function expectDeletion(viewer: Viewer, id: number, expected: "done" | number) {
    if (expected !== 404) {
      const listed = (await list(viewer)).find((file) => file.id === id);
      expect(listed?.mayDelete).toBe(expected === "done");
    }
    expect(await statusOf(deletePlanFile(viewer, id))).toBe(expected);
    expect(await rowsOf(permit.id)).toHaveLength(expected === "done" ? 0 : 1);
  }

  test("is allowed to an administrator for any file in any cycle", async () => {
    const id = await upload(cityUser);
    await nextCycle();
    await expectDeletion(administrator, id, "done");
  });

  test("is allowed to a city user for their own file in the current cycle", async () => {
    await expectDeletion(cityUser, await upload(cityUser), "done");
  });

  test("is allowed to a city user for their own file of a cycle that has not begun, until it is over", async () => {
    const files = [await plan("new.pdf")];
    await addPlanFiles(cityUser, permit.id, { reviewCycle: "PC2", files });
    const id = (await list(cityUser))[0]?.id ?? 0;
    const colleague = await makeViewer("city", { cityId });
    await expectDeletion(colleague, id, 403);
    await expectDeletion(cityUser, id, "done");
  });

  test("is refused with what the file has to do with it", async () => {
    const id = await upload(cityUser, "site.pdf");
    const colleague = await makeViewer("city", { cityId });
    await expect(deletePlanFile(colleague, id)).rejects.toMatchObject({
      status: 403,
      message: "Only the user who added site.pdf, or an administrator, can delete it.",
    });
    await nextCycle();
    await expect(deletePlanFile(cityUser, id)).rejects.toMatchObject({
      status: 403,
      message: "PC1 is over: you can no longer delete site.pdf.",
    });
    await expect(allowUpload(unassigned, permit.id)).rejects.toMatchObject({
      message: "You cannot add files to this permit.",
    });
    await expect(setFileAside(cityUser, id, true)).rejects.toMatchObject({
      message: "Only an administrator can set site.pdf aside or take it back.",
    });
  });

  test("is refused to a city user for their own file of an earlier cycle", async () => {
    const id = await upload(cityUser);
    await nextCycle();
    await expectDeletion(cityUser, id, 403);
  });

  test("is refused to a city user for a colleague's file", async () => {
    const colleague = await makeViewer("city", { cityId });
    await expectDeletion(cityUser, await upload(colleague), 403);
  });

  test("is allowed to an employee for their own file in the current cycle", async () => {
    await assign(permit, reviewer, "Fire");
    await expectDeletion(reviewer, await upload(reviewer), "done");
  });

  test("is refused to an employee for another user's file", async () => {
    await assign(permit, reviewer, "Fire");
    await expectDeletion(reviewer, await upload(administrator), 403);
  });

  test("is refused for a file whose uploader was deleted", async () => {
    const deletedUser = await makeViewer("city", { cityId });
    const id = await upload(deletedUser);
    await write(async (tx) => {
      await tx.delete(users).where(eq(users.id, deletedUser.id));
    });
    await expectDeletion(cityUser, id, 403);
  });

  test("throws 404 outside the viewer's scope", async () => {
    const id = await upload(administrator);
    await expectDeletion(otherCityUser, id, 404);
    await expectDeletion(noRole, id, 404);
  });

  test("throws 404 for the user's own file after the permit has moved to another city", async () => {
    const id = await upload(cityUser);
    await write(async (tx) => {
      await tx
        .update(permits)
        .set({ cityId: otherCityUser.cityId ?? 0 })
        .where(eq(permits.id, permit.id));
    });
    await expectDeletion(cityUser, id, 404);
  });

  test("throws 404 the second time", async () => {
    const id = await upload(administrator);
    expect(await deletePlanFile(administrator, id)).toEqual({
      id,
      permitId: permit.id,
      fileName: "plan.pdf",
    });
    expect(await statusOf(deletePlanFile(administrator, id))).toBe(404);
  });
});

describe("the files that an applicant reads", () => {
  let ofApplicant: Awaited<ReturnType<typeof makePermit>>;
  let clerk: Viewer;
  let applicant: Applicant;

  beforeEach(async () => {
    const { id } = await makeCity();
    await switchCorrections(id, true);
    clerk = await makeViewer("city", { cityId: id });
    ({ permit: ofApplicant } = await makeDecidedPermit(administrator, reviewer, id));
    applicant = await makeApplicant(administrator, ofApplicant);
    for (const origin of ["submitted", "marked_up", "internal"] as const) await add(origin);
  });

  const add = async (origin: PlanFileOrigin, fileName = `${origin}.pdf`) =>
    addPlanFiles(administrator, ofApplicant.id, {
      reviewCycle: "PC1",
      origin,
      files: [await plan(fileName)],
    });
  const release = (coverNote?: string) => releaseNow(administrator, ofApplicant.id, { coverNote });
  const handOver = () => handOverLetter(clerk, ofApplicant.id, "PC1");

  /** Those that the list has, after a check that exactly these can be read alone. */
  async function readable(actor: Applicant = applicant): Promise<string[]> {
    const listed = await listPlanFiles(actor, await readPermit(actor, ofApplicant.id));
    const names: string[] = [];
    for (const { id, fileName } of await rowsOf(ofApplicant.id)) {
      const read = await statusOf(readPlanFile(actor, id));
      expect(read).toBe(listed.some((file) => file.id === id) ? "done" : 404);
      if (read === "done") names.push(fileName);
    }
    return names.sort();
  }

  test("are the submitted ones until a letter is handed over, then its marked-up ones too, and never internal ones", async () => {
    expect(await readable()).toEqual(["submitted.pdf"]);
    await release();
    expect(await readable()).toEqual(["submitted.pdf"]);
    await handOver();
    expect(await readable()).toEqual(["marked_up.pdf", "submitted.pdf"]);
    await handOverLetter(clerk, ofApplicant.id, "PC1", { handedOverOn: null });
    expect(await readable()).toEqual(["submitted.pdf"]);
  });

  test("are not those that were marked up since, until the corrected letter is handed over", async () => {
    await release();
    await handOver();
    await reopenPlanCheck(administrator, ofApplicant.id, "PC1", { reason: "Wrong sheet" });
    await add("marked_up", "late.pdf");
    expect(await readable()).toEqual(["marked_up.pdf", "submitted.pdf"]);
    await release("Corrected");
    expect(await readable()).not.toContain("late.pdf");
    await handOver();
    expect(await readable()).toEqual(["late.pdf", "marked_up.pdf", "submitted.pdf"]);
  });

  test("are none of another permit", async () => {
    const other = await makePermit(administrator, ofApplicant.cityId);
    await addPlanFiles(administrator, other.id, {
      reviewCycle: "PC1",
      origin: "submitted",
      files: [await plan()],
    });
    const [file] = await rowsOf(other.id);
    await expect(readPlanFile(applicant, file?.id ?? 0)).rejects.toMatchObject({
      status: 404,
      message: "File not found",
    });
  });

  test("are listed as nobody's own: an applicant deletes and sets aside none, also of their own", async () => {
    const files = [await plan("by-link.pdf")];
    await write((tx) => attachFiles(tx, applicant, ofApplicant, { reviewCycle: "PC1", files }));
    const listed = await listPlanFiles(applicant, await readPermit(applicant, ofApplicant.id));
    expect(listed.map(({ fileName }) => fileName)).toEqual(["by-link.pdf", "submitted.pdf"]);
    for (const file of listed)
      expect(file).toMatchObject({ isOwn: false, mayDelete: false, maySetAside: false });
    const rows = await rowsOf(ofApplicant.id);
    expect(rows.find(({ fileName }) => fileName === "by-link.pdf")).toMatchObject({
      origin: "submitted",
      linkId: applicant.linkId,
      uploadedById: null,
    });
  });
});

describe("a file of a resubmittal", () => {
  const sentAt = "2026-12-08T20:00:00.000Z";
  let id: number;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-07T20:00:00Z") });
    await issueLetterOf("PC1");
    await addPlanFiles(cityUser, permit.id, { reviewCycle: "PC2", files: [await plan("sent.pdf")] });
    [id = 0] = (await rowsOf(permit.id)).map((file) => file.id);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const setPlanCheck = (fields: Partial<typeof planChecks.$inferInsert>) =>
    write((tx) => tx.update(planChecks).set(fields).where(eq(planChecks.permitId, permit.id)));
  const resubmit = () => setPlanCheck({ state: "resubmitted", resubmittedAt: sentAt });
  const giveBack = () => setPlanCheck({ state: "released", resubmittedAt: null, returnedAt: sentAt });
  const startNext = async () => {
    await resubmit();
    await startNextCycle(administrator, permit.id, ["Fire"]);
  };
  const mayDelete = async (viewer: Viewer) => (await list(viewer)).find((file) => file.id === id)?.mayDelete;

  test("can be deleted by who added it until the resubmittal is sent", async () => {
    expect(await mayDelete(cityUser)).toBe(true);
    await deletePlanFile(cityUser, id);
  });

  test.each([
    ["sent", resubmit],
    ["returned as incomplete", giveBack],
    ["sent, and its plans are checked", startNext],
  ])("is not deleted by who added it once that is %s", async (_, change) => {
    await change();
    expect((await readPlanFile(cityUser, id)).wasSent).toBe(true);
    expect([await mayDelete(cityUser), await mayDelete(administrator)]).toEqual([false, true]);
    await expect(deletePlanFile(cityUser, id)).rejects.toMatchObject({
      status: 403,
      message: "sent.pdf was sent with a resubmittal: only an administrator can delete it.",
    });
    await deletePlanFile(administrator, id);
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("that was added after the return is none yet", async () => {
    await giveBack();
    vi.setSystemTime("2026-12-09T20:00:00Z");
    await addPlanFiles(cityUser, permit.id, { reviewCycle: "PC2", files: [await plan("missing.pdf")] });
    expect((await list(cityUser)).map(({ fileName, mayDelete }) => [fileName, mayDelete])).toEqual([
      ["missing.pdf", true],
      ["sent.pdf", false],
    ]);
  });
});
