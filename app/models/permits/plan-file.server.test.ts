import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { db, write } from "../db.server";
import { type StoredFile, storeBytes } from "../files/plan-file-store.server";
import type { Viewer } from "../policy";
import { permits, planFiles, users } from "../tables.server";
import { updatePermit } from "./permit.server";
import {
  addPlanFiles,
  allowUpload,
  deletePlanFile,
  listPlanFiles,
  mayUpload,
  readPlanFile,
} from "./plan-file.server";

let administrator: Viewer;
let reviewer: Viewer;
let stranger: Viewer;
let cityUser: Viewer;
let foreigner: Viewer;
let nobody: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let sent = 0;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  stranger = await makeViewer("employee", { disciplines: ["Fire"] });
  cityUser = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  nobody = await makeViewer(null, { cityId });
});

beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
});

async function plan(fileName = "plan.pdf", text = `plan ${++sent}`): Promise<StoredFile> {
  return { ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))), fileName, kind: "pdf" };
}

/** Adds one file and answers its row's id. */
async function upload(viewer: Viewer, fileName = "plan.pdf"): Promise<number> {
  await addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [await plan(fileName)] });
  const [newest] = await listPlanFiles(administrator, permit.id);
  return newest?.id ?? 0;
}

const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );
const rowsOf = (permitId: number) => db.select().from(planFiles).where(eq(planFiles.permitId, permitId));
const nextCycle = () => updatePermit(administrator, permit.id, { reviewCycle: "PC2" });

describe("adding plan files", () => {
  test("makes a row for each, with who, when and in which cycle", async () => {
    const files = [await plan("a.pdf"), await plan("b.pdf")];
    expect(await addPlanFiles(cityUser, permit.id, { reviewCycle: "PC2", files })).toBe(2);
    const rows = await rowsOf(permit.id);
    expect(rows).toMatchObject([
      {
        fileName: "a.pdf",
        reviewCycle: "PC2",
        uploadedById: cityUser.id,
        contentHash: files[0]?.contentHash,
      },
      {
        fileName: "b.pdf",
        reviewCycle: "PC2",
        uploadedById: cityUser.id,
        contentHash: files[1]?.contentHash,
      },
    ]);
    expect(rows[0]?.uploadedAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
  });

  test("takes two of one name, and one content under two names", async () => {
    const same = await plan("plan.pdf", "the same");
    const files = [await plan("plan.pdf"), same, { ...same, fileName: "copy.pdf" }];
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
    expect((await listPlanFiles(administrator, permit.id)).map(({ fileName }) => fileName)).toEqual([
      "copy.pdf",
      "plan.pdf",
      "plan.pdf",
    ]);
  });

  test("of none adds none", async () => {
    expect(await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [] })).toBe(0);
  });

  test("twice by one form adds them once and answers twice", async () => {
    const files = [await plan(), await plan()];
    const posted = { reviewCycle: "PC1" as const, files, formKey: `upload-form-of-${permit.id}` };
    const counts = await Promise.all([
      addPlanFiles(administrator, permit.id, posted),
      addPlanFiles(administrator, permit.id, posted),
    ]);
    expect(counts).toEqual([2, 2]);
    expect(await rowsOf(permit.id)).toHaveLength(2);
    const other = await makePermit(administrator, cityId);
    expect(await addPlanFiles(administrator, other.id, posted)).toBe(2);
    expect(await rowsOf(other.id)).toHaveLength(2);
  });

  test("of a content that is no longer on the disk is refused with its name, and none is added", async () => {
    const lost: StoredFile = { contentHash: "0".repeat(64), byteSize: 1, fileName: "lost.pdf", kind: "pdf" };
    const files = [await plan(), lost];
    const adding = addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
    await expect(adding).rejects.toMatchObject({
      status: 409,
      fields: { files: ["Choose lost.pdf again: it was sent too long ago"] },
    });
    expect(await rowsOf(permit.id)).toEqual([]);
  });
});

describe("who may add plan files", () => {
  const tryToAdd = async (viewer: Viewer) =>
    statusOf(addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files: [await plan()] }));

  async function expectUpload(viewer: Viewer, expected: "done" | number) {
    expect(await tryToAdd(viewer)).toBe(expected);
    expect(await statusOf(allowUpload(viewer, permit.id))).toBe(expected);
    if (expected !== 404) expect(await mayUpload(viewer, permit)).toBe(expected === "done");
    expect(await rowsOf(permit.id)).toHaveLength(expected === "done" ? 1 : 0);
  }

  test("an administrator may", () => expectUpload(administrator, "done"));
  test("a user of the permit's city may", () => expectUpload(cityUser, "done"));
  test("a user of another city is told that there is no such permit", () => expectUpload(foreigner, 404));
  test("somebody without a role is told the same", () => expectUpload(nobody, 404));
  test("an employee who was never assigned may not", () => expectUpload(stranger, 403));

  test("an employee who is assigned may", async () => {
    await assign(permit, reviewer, "Fire");
    await expectUpload(reviewer, "done");
  });

  test("an employee who was assigned in an earlier cycle may", async () => {
    await assign(permit, reviewer, "Fire");
    await nextCycle();
    await expectUpload(reviewer, "done");
  });

  test("an employee who is assigned on another permit may not", async () => {
    await assign(await makePermit(administrator, cityId), reviewer, "Fire");
    await expectUpload(reviewer, 403);
  });

  test("nobody may to a permit that does not exist", async () => {
    expect(await statusOf(allowUpload(administrator, 999_999))).toBe(404);
  });
});

describe("the list of plan files", () => {
  test("has every cycle's, the newest first", async () => {
    await upload(administrator, "first.pdf");
    await nextCycle();
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC2", files: [await plan("second.pdf")] });
    expect(await listPlanFiles(cityUser, permit.id)).toMatchObject([
      { fileName: "second.pdf", reviewCycle: "PC2", kind: "pdf" },
      { fileName: "first.pdf", reviewCycle: "PC1", kind: "pdf" },
    ]);
  });

  test("is 404 outside the viewer's sight", async () => {
    expect(await statusOf(listPlanFiles(foreigner, permit.id))).toBe(404);
    expect(await statusOf(listPlanFiles(nobody, permit.id))).toBe(404);
  });

  test("tells neither the content's hash nor who else sent it", async () => {
    await upload(administrator);
    const [file] = await listPlanFiles(cityUser, permit.id);
    expect(file).toMatchObject({ isOwn: false });
    expect(await listPlanFiles(administrator, permit.id)).toMatchObject([{ isOwn: true }]);
    expect(Object.keys(file ?? {}).toSorted()).toEqual([
      "byteSize",
      "fileName",
      "id",
      "isOwn",
      "kind",
      "mayDelete",
      "reviewCycle",
      "uploadedAt",
    ]);
  });
});

describe("reading a plan file", () => {
  test("is for those who see its permit", async () => {
    const id = await upload(administrator);
    for (const viewer of [administrator, stranger, cityUser])
      expect((await readPlanFile(viewer, id)).id).toBe(id);
  });

  test("is 404 to others, as one that does not exist", async () => {
    const id = await upload(administrator);
    for (const viewer of [foreigner, nobody])
      await expect(readPlanFile(viewer, id)).rejects.toMatchObject({
        status: 404,
        message: "File not found",
      });
    await expect(readPlanFile(administrator, 999_999)).rejects.toMatchObject({ message: "File not found" });
  });

  test("tells whether it belongs to the permit's current cycle", async () => {
    const id = await upload(administrator);
    expect((await readPlanFile(administrator, id)).isCurrent).toBe(true);
    await nextCycle();
    expect((await readPlanFile(administrator, id)).isCurrent).toBe(false);
  });
});

describe("deleting a plan file", () => {
  /** What the button promises, and what the deletion then does. */
  async function expectDeletion(viewer: Viewer, id: number, expected: "done" | number) {
    if (expected !== 404) {
      const listed = (await listPlanFiles(viewer, permit.id)).find((file) => file.id === id);
      expect(listed?.mayDelete).toBe(expected === "done");
    }
    expect(await statusOf(deletePlanFile(viewer, id))).toBe(expected);
    expect(await rowsOf(permit.id)).toHaveLength(expected === "done" ? 0 : 1);
  }

  test("is an administrator's right, of anyone's file in any cycle", async () => {
    const id = await upload(cityUser);
    await nextCycle();
    await expectDeletion(administrator, id, "done");
  });

  test("is a city user's right, of its own file in the current cycle", async () => {
    await expectDeletion(cityUser, await upload(cityUser), "done");
  });

  test("is no longer a city user's right once its file's cycle is over", async () => {
    const id = await upload(cityUser);
    await nextCycle();
    await expectDeletion(cityUser, id, 403);
  });

  test("is no city user's right of a colleague's file", async () => {
    const colleague = await makeViewer("city", { cityId });
    await expectDeletion(cityUser, await upload(colleague), 403);
  });

  test("is an employee's right, of the own file in the current cycle", async () => {
    await assign(permit, reviewer, "Fire");
    await expectDeletion(reviewer, await upload(reviewer), "done");
  });

  test("is no employee's right of anybody else's file", async () => {
    await assign(permit, reviewer, "Fire");
    await expectDeletion(reviewer, await upload(administrator), 403);
  });

  test("is nobody's right whose file it was before it lost its sender", async () => {
    const leaver = await makeViewer("city", { cityId });
    const id = await upload(leaver);
    await write(async (tx) => {
      await tx.delete(users).where(eq(users.id, leaver.id));
    });
    await expectDeletion(cityUser, id, 403);
  });

  test("is 404 outside the viewer's sight", async () => {
    const id = await upload(administrator);
    await expectDeletion(foreigner, id, 404);
    await expectDeletion(nobody, id, 404);
  });

  test("is 404 for one's own file once the permit has moved to another city", async () => {
    const id = await upload(cityUser);
    await write(async (tx) => {
      await tx
        .update(permits)
        .set({ cityId: foreigner.cityId ?? 0 })
        .where(eq(permits.id, permit.id));
    });
    await expectDeletion(cityUser, id, 404);
  });

  test("twice is 404 the second time", async () => {
    const id = await upload(administrator);
    expect(await deletePlanFile(administrator, id)).toEqual({
      id,
      permitId: permit.id,
      fileName: "plan.pdf",
    });
    expect(await statusOf(deletePlanFile(administrator, id))).toBe(404);
  });
});
