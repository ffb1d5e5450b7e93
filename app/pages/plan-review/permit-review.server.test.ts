import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { today } from "~/models/clock.server";
import type { Discipline } from "~/models/discipline";
import { storeBytes } from "~/models/files/plan-file-store.server";
import type { ReviewCycle } from "~/models/permits/permit";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import { saveAssignments, updateAssignment } from "~/models/plan-review/assignment.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { loadPermitReview } from "./permit-review.server";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let cityUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire", "Structural"] });
  colleague = await makeViewer("employee", { name: "Casey Stone", disciplines: ["Civil"] });
  cityUser = await makeViewer("city", { cityId });
});

beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
});

const load = (query = "", viewer = reviewer) =>
  loadPermitReview(
    viewer,
    permit.id,
    new URL(`http://localhost/employee-dashboard/permits/${permit.id}${query}`),
  );
async function give(discipline: Discipline, viewer = reviewer): Promise<number> {
  return (await assign(permit, viewer, discipline))?.id ?? 0;
}
async function upload(viewer: Viewer, reviewCycle: ReviewCycle, fileName: string): Promise<void> {
  const content = await storeBytes(Buffer.from(`%PDF-1.7 ${permit.id} ${fileName}`));
  await addPlanFiles(viewer, permit.id, { reviewCycle, files: [{ ...content, fileName, kind: "pdf" }] });
}
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const namesOf = (files: { fileName: string }[]) => files.map(({ fileName }) => fileName);
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("the reviewer's assignments", () => {
  test("are the own ones only", async () => {
    const fire = await give("Fire");
    const structural = await give("Structural");
    await give("Civil", colleague);
    const page = await load();
    expect(idsOf(page.assignments)).toEqual([fire, structural]);
    expect(page.assignments.every(({ mayWork }) => mayWork)).toBe(true);
    expect(page).toMatchObject({ discipline: null, today: today(), permit: { id: permit.id } });
  });

  test("are those of the discipline in the address", async () => {
    await give("Fire");
    const structural = await give("Structural");
    const page = await load("?discipline=Structural");
    expect(page.discipline).toBe("Structural");
    expect(idsOf(page.assignments)).toEqual([structural]);
  });

  test("are none in somebody else's discipline", async () => {
    await give("Fire");
    await give("Civil", colleague);
    expect((await load("?discipline=Civil")).assignments).toEqual([]);
  });

  test.each(["Masonry", "fire", "", "0", "constructor", "Fire%00"])(
    "are all of the own where the address holds no discipline: %j",
    async (discipline) => {
      const ids = [await give("Fire"), await give("Structural")];
      const page = await load(`?discipline=${discipline}`);
      expect(page.discipline).toBeNull();
      expect(idsOf(page.assignments)).toEqual(ids);
    },
  );

  test("of earlier cycles stand apart, and so do the current one's", async () => {
    const fire = await give("Fire");
    const structural = await give("Structural");
    await give("Civil", colleague);
    await startNextCycle(administrator, permit.id, ["Fire", "Civil"]);
    const page = await load();
    expect(page.assignments).toMatchObject([{ discipline: "Fire", reviewCycle: "PC2" }]);
    expect(idsOf(page.earlier)).toEqual([fire, structural]);
  });

  test("are none for an employee without any, and for one without a row of employees", async () => {
    await give("Fire");
    for (const viewer of [colleague, await makeViewer("employee")])
      expect(await load("", viewer)).toMatchObject({ assignments: [], earlier: [], upload: null });
  });
});

describe("an administrator", () => {
  test("works on everybody's assignments, and sees the earlier ones of everybody", async () => {
    const former = await give("Civil", colleague);
    const earlier = await give("Fire");
    await startNextCycle(administrator, permit.id, ["Fire", "Civil"]);
    const page = await load("", administrator);
    expect(page.isEverybodys).toBe(true);
    expect(page.assignments).toMatchObject([
      { discipline: "Civil", reviewCycle: "PC2", employeeName: "Casey Stone", mayWork: true },
      { discipline: "Fire", reviewCycle: "PC2", mayWork: true },
    ]);
    expect(idsOf(page.earlier)).toEqual([former, earlier]);
  });

  test("is shown those of the discipline in the address, whosever they are", async () => {
    await give("Fire");
    const civil = await give("Civil", colleague);
    expect(idsOf((await load("?discipline=Civil", administrator)).assignments)).toEqual([civil]);
  });

  test("who reviews too is told which disciplines are their own", async () => {
    const certified = await makeViewer("admin", { disciplines: ["Mechanical"] });
    await give("Mechanical", certified);
    await give("Fire");
    expect((await load("", certified)).ownDisciplines).toEqual(["Mechanical"]);
    expect((await load("", administrator)).ownDisciplines).toEqual([]);
    const page = await load();
    expect(page).toMatchObject({ isEverybodys: false, ownDisciplines: ["Fire"] });
  });
});

describe("the plan files", () => {
  beforeEach(async () => {
    await give("Fire");
    await upload(cityUser, "PC1", "first.pdf");
    await startNextCycle(administrator, permit.id, ["Fire"]);
    await upload(reviewer, "PC2", "second.pdf");
  });

  test("are those of the permit's current cycle", async () => {
    const page = await load();
    expect(page.cycle).toBe("PC2");
    expect(namesOf(page.files)).toEqual(["second.pdf"]);
  });

  test("are those of the chosen cycle, while the assignments stay the current ones", async () => {
    const page = await load("?reviewCycle=PC1");
    expect(page.cycle).toBe("PC1");
    expect(namesOf(page.files)).toEqual(["first.pdf"]);
    expect(page.assignments).toMatchObject([{ reviewCycle: "PC2" }]);
  });

  test.each(["PC0", "PC11", "pc1", "", "toString"])(
    "are those of the current cycle where the address holds none: %j",
    async (reviewCycle) => {
      expect((await load(`?reviewCycle=${reviewCycle}`)).cycle).toBe("PC2");
    },
  );

  test("offer the cycles so far and those that have files, the current one first and then the latest", async () => {
    expect((await load()).cycles).toEqual(["PC2", "PC1"]);
    expect((await load("?reviewCycle=PC10")).cycles).toEqual(["PC2", "PC10", "PC1"]);
    expect((await load("?reviewCycle=PC10")).files).toEqual([]);
  });

  test("offer every cycle so far, whether or not it has files", async () => {
    const later = await makePermit(administrator, cityId, { reviewCycle: "PC3" });
    const url = new URL(`http://localhost:3000/employee-dashboard/permits/${later.id}`);
    expect((await loadPermitReview(reviewer, later.id, url)).cycles).toEqual(["PC3", "PC2", "PC1"]);
  });

  test("tell when each was sent, and which the viewer may delete", async () => {
    const [second] = (await load()).files;
    expect(second).toMatchObject({ fileName: "second.pdf", mayDelete: true });
    expect(second?.uploaded).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/);
    expect((await load("?reviewCycle=PC1")).files).toMatchObject([{ mayDelete: false }]);
  });

  test("open the dialog that deletes one only over one that the viewer may delete", async () => {
    const [second] = (await load()).files;
    const [first] = (await load("?reviewCycle=PC1")).files;
    const deleting = async (query: string) =>
      (await load(`?dialog=delete-file&fileId=${query}`)).deletingFile;
    expect(await deleting(String(second?.id))).toMatchObject({ fileName: "second.pdf" });
    for (const query of [String(first?.id), "999999", "abc", ""]) expect(await deleting(query)).toBeNull();
    expect((await load(`?fileId=${second?.id}`)).deletingFile).toBeNull();
  });

  test("may be sent by who is or was assigned, with a new key for each form", async () => {
    const [one, other] = [await load(), await load()];
    expect(one.upload?.largestFile).toMatch(/^\d+MB$/);
    expect(one.upload?.formKey).not.toBe(other.upload?.formKey);
    expect((await load("", colleague)).upload).toBeNull();
    expect((await load("", administrator)).upload).not.toBeNull();
  });
});

describe("the notes dialog", () => {
  test("is closed unless the address asks for it", async () => {
    const id = await give("Fire");
    expect((await load(`?assignmentId=${id}`)).notesFor).toBeNull();
    expect((await load(`?dialog=note&assignmentId=${id}`)).notesFor).toBeNull();
  });

  test("holds the notes so far", async () => {
    const id = await give("Fire");
    const query = `?discipline=Fire&dialog=notes&assignmentId=${id}`;
    expect((await load(query)).notesFor).toMatchObject({ id, comment: "" });
    await updateAssignment(reviewer, id, { comment: "Exit widths" });
    expect((await load(query)).notesFor).toMatchObject({ id, comment: "Exit widths" });
  });

  test("stays open when its assignment is gone", async () => {
    const id = await give("Fire");
    await saveAssignments(administrator, permit.id, []);
    const page = await load(`?discipline=Fire&dialog=notes&assignmentId=${id}`);
    expect(page.assignments).toEqual([]);
    expect(page.notesFor).toEqual({ id, comment: "" });
  });

  test("holds a reviewer's notes for an administrator, who may write them and must not do so unseen", async () => {
    const id = await give("Fire");
    const { comment, updatedAt } = await updateAssignment(reviewer, id, { comment: "Exit widths" });
    const { notesFor } = await load(`?dialog=notes&assignmentId=${id}`, administrator);
    expect(notesFor).toEqual({ id, comment, seen: updatedAt });
  });

  test("never holds a colleague's notes", async () => {
    const id = await give("Civil", colleague);
    await updateAssignment(colleague, id, { comment: "Only for Casey" });
    expect((await load(`?dialog=notes&assignmentId=${id}`)).notesFor?.comment).toBe("");
  });
});

test("the page is 404 for a permit that is not there, and refused to a city", async () => {
  const at = (viewer: Viewer, id: number) =>
    statusOf(loadPermitReview(viewer, id, new URL(`http://localhost/permits/${id}`)));
  expect(await at(reviewer, 999_999)).toBe(404);
  expect(await at(reviewer, Number.NaN)).toBe(404);
  expect(await at(cityUser, permit.id)).toBe(403);
  expect(await at(await makeViewer("city", { cityId: (await makeCity()).id }), permit.id)).toBe(404);
  expect(await at(await makeViewer(null), permit.id)).toBe(404);
});
