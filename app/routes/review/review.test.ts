import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveAssignments, updateAssignment } from "~/models/assignments/assignment.server";
import { today } from "~/models/clock.server";
import { addComment } from "~/models/comments/comment.server";
import type { Discipline } from "~/models/discipline";
import { storeBytes } from "~/models/files/plan-file-store.server";
import type { ReviewCycle } from "~/models/permits/permit";
import { updatePermit } from "~/models/permits/permit.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { assignments } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { dialogHtml } from "~/testing/dialog-html";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, openPage, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import type { Route as NotesRoute } from "./dialogs/+types/review-notes";
import type { PermitReview } from "./parts/load-review.server";

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

type Notes = NotesRoute.ComponentProps["loaderData"];

const addressOf = (path: string) => `/employee-dashboard/permits/${permit.id}${path}`;
const open = <Dialog = object>(path: string, viewer = reviewer) =>
  openPage<PermitReview, Dialog>(viewer, addressOf(path));
const load = async (query = "", viewer = reviewer) => (await open(query, viewer)).page;
const htmlOf = async (path: string, viewer = reviewer) =>
  (await requestHtml(addressOf(path), await cookieFor(viewer))).text();
async function assignTo(discipline: Discipline, viewer = reviewer): Promise<number> {
  return (await assign(permit, viewer, discipline))?.id ?? 0;
}
async function upload(viewer: Viewer, reviewCycle: ReviewCycle, fileName: string): Promise<void> {
  const content = await storeBytes(Buffer.from(`%PDF-1.7 ${permit.id} ${fileName}`));
  await addPlanFiles(viewer, permit.id, { reviewCycle, files: [{ ...content, fileName, kind: "pdf" }] });
}
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const namesOf = (files: { fileName: string }[]) => files.map(({ fileName }) => fileName);

describe("the reviewer's assignments", () => {
  test("are only the reviewer's own", async () => {
    const fire = await assignTo("Fire");
    const structural = await assignTo("Structural");
    await assignTo("Civil", colleague);
    const page = await load();
    expect(idsOf(page.assignments)).toEqual([fire, structural]);
    expect(page).toMatchObject({ discipline: null, today: today(), permit: { id: permit.id } });
  });

  test("are those of the discipline in the address", async () => {
    await assignTo("Fire");
    const structural = await assignTo("Structural");
    const page = await load("?discipline=Structural");
    expect(page.discipline).toBe("Structural");
    expect(idsOf(page.assignments)).toEqual([structural]);
  });

  test("are none in another reviewer's discipline", async () => {
    await assignTo("Fire");
    await assignTo("Civil", colleague);
    expect((await load("?discipline=Civil")).assignments).toEqual([]);
  });

  test.each(["Masonry", "fire", "", "0", "constructor", "Fire%00"])(
    "are all of the reviewer's own when the address has no valid discipline: %j",
    async (discipline) => {
      const ids = [await assignTo("Fire"), await assignTo("Structural")];
      const page = await load(`?discipline=${discipline}`);
      expect(page.discipline).toBeNull();
      expect(idsOf(page.assignments)).toEqual(ids);
    },
  );

  test("of earlier cycles are listed apart from those of the current one", async () => {
    const fire = await assignTo("Fire");
    const structural = await assignTo("Structural");
    await assignTo("Civil", colleague);
    await startNextCycle(administrator, permit.id, ["Fire", "Civil"]);
    const page = await load();
    expect(page.assignments).toMatchObject([{ discipline: "Fire", status: "assigned" }]);
    expect(idsOf(page.earlier)).toEqual([fire, structural]);
  });

  test("are none for an employee without assignments, and for a user without an employee row", async () => {
    await assignTo("Fire");
    for (const viewer of [colleague, await makeViewer("employee")])
      expect(await load("", viewer)).toMatchObject({ assignments: [], earlier: [], upload: null });
  });
});

describe("an administrator", () => {
  test("works on the assignments of all reviewers, and sees their earlier ones", async () => {
    const formerCivil = await assignTo("Civil", colleague);
    const formerFire = await assignTo("Fire");
    await startNextCycle(administrator, permit.id, ["Fire", "Civil"]);
    const page = await load("", administrator);
    expect(page.showsAllReviewers).toBe(true);
    expect(page.assignments).toMatchObject([
      { discipline: "Civil", employeeName: "Casey Stone", status: "assigned" },
      { discipline: "Fire", status: "assigned" },
    ]);
    expect(idsOf(page.earlier)).toEqual([formerCivil, formerFire]);
  });

  test("sees those of the discipline in the address, of any reviewer", async () => {
    await assignTo("Fire");
    const civil = await assignTo("Civil", colleague);
    expect(idsOf((await load("?discipline=Civil", administrator)).assignments)).toEqual([civil]);
  });

  test("who is a reviewer too sees which disciplines are their own", async () => {
    const certified = await makeViewer("admin", { disciplines: ["Mechanical"] });
    await assignTo("Mechanical", certified);
    await assignTo("Fire");
    expect((await load("", certified)).ownDisciplines).toEqual(["Mechanical"]);
    expect((await load("", administrator)).ownDisciplines).toEqual([]);
    const page = await load();
    expect(page).toMatchObject({ showsAllReviewers: false, ownDisciplines: ["Fire"] });
  });
});

describe("the plan files", () => {
  beforeEach(async () => {
    await assignTo("Fire");
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
    // Also the page of another cycle adds files to the one in review, unless another one is chosen.
    for (const query of ["?reviewCycle=PC1", "?reviewCycle=PC4"])
      expect((await load(query)).upload?.cycles.preselected, query).toBe("PC2");
    expect(page.cycle).toBe("PC1");
    expect(namesOf(page.files)).toEqual(["first.pdf"]);
    expect(page.assignments).toMatchObject([{ discipline: "Fire", status: "assigned" }]);
  });

  test.each(["PC0", "PC11", "pc1", "", "toString"])(
    "are those of the current cycle when the address has no valid one: %j",
    async (reviewCycle) => {
      expect((await load(`?reviewCycle=${reviewCycle}`)).cycle).toBe("PC2");
    },
  );

  test("can be chosen by cycle, the current one first and then from the latest to the first", async () => {
    expect((await load()).cycles).toEqual(["PC2", "PC1"]);
    expect((await load("?reviewCycle=PC10")).cycles).toEqual(["PC2", "PC10", "PC1"]);
    expect((await load("?reviewCycle=PC10")).files).toEqual([]);
  });

  test("can be chosen by each cycle so far, with or without files", async () => {
    const later = await makePermit(administrator, cityId, { reviewCycle: "PC3" });
    const { page } = await openPage<PermitReview>(reviewer, `/employee-dashboard/permits/${later.id}`);
    expect(page.cycles).toEqual(["PC3", "PC2", "PC1"]);
  });

  test("show when they were uploaded, and whether the viewer may delete them", async () => {
    const [second] = (await load()).files;
    expect(second).toMatchObject({ fileName: "second.pdf", mayDelete: true });
    expect(second?.uploaded).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/);
    expect((await load("?reviewCycle=PC1")).files).toMatchObject([{ mayDelete: false }]);
  });

  test("open the delete dialog only for a file that the viewer may delete", async () => {
    const [second] = (await load()).files;
    const [first] = (await load("?reviewCycle=PC1")).files;
    const deleting = (id: unknown) => open(`/files/${id}/delete`);
    expect((await deleting(second?.id)).dialog).toMatchObject({ fileName: "second.pdf" });
    expect(await deleting(first?.id)).toMatchObject({ status: 403, dialog: undefined });
    for (const id of ["999999", "abc"]) {
      expect(await deleting(id)).toMatchObject({ status: 404, message: "File not found" });
    }
    expect((await open(`?fileId=${second?.id}`)).dialog).toBeUndefined();
  });

  test("can be uploaded by a user who is or was assigned, with a new idempotency key for each form", async () => {
    const [first, second] = [await load(), await load()];
    expect(first.upload?.maxFileSize).toMatch(/^\d+MB$/);
    expect(first.upload?.idempotencyKey).not.toBe(second.upload?.idempotencyKey);
    expect((await load("", colleague)).upload).toBeNull();
    expect((await load("", administrator)).upload).not.toBeNull();
  });
});

describe("the notes dialog", () => {
  const notesOf = async (id: number, viewer = reviewer) =>
    (await open<Notes>(`/assignments/${id}/notes?discipline=Fire`, viewer)).dialog;

  test("is closed unless the address opens it", async () => {
    const id = await assignTo("Fire");
    expect((await open(`?assignmentId=${id}`)).dialog).toBeUndefined();
    expect((await open(`/assignments/${id}/note`)).status).toBe(404);
  });

  test("has the current notes", async () => {
    const id = await assignTo("Fire");
    expect(await notesOf(id)).toMatchObject({ discipline: "Fire", comment: "" });
    await updateAssignment(reviewer, id, { comment: "Exit widths" });
    expect(await notesOf(id)).toMatchObject({ discipline: "Fire", comment: "Exit widths" });
  });

  test("stays open when its assignment is deleted", async () => {
    const id = await assignTo("Fire");
    await saveAssignments(administrator, permit.id, []);
    expect((await load("?discipline=Fire")).assignments).toEqual([]);
    expect(await notesOf(id)).toMatchObject({ comment: "", version: "" });
  });

  test("has a reviewer's notes and their version for an administrator, who may change them", async () => {
    const id = await assignTo("Fire");
    const { comment, updatedAt } = await updateAssignment(reviewer, id, { comment: "Exit widths" });
    expect(await notesOf(id, administrator)).toMatchObject({ comment, version: updatedAt });
  });

  test("does not have another reviewer's notes", async () => {
    const id = await assignTo("Civil", colleague);
    await updateAssignment(colleague, id, { comment: "Only for Casey" });
    expect(await notesOf(id)).toMatchObject({ discipline: "Civil", comment: "", version: "" });
    expect(await dialogHtml(reviewer, addressOf(`/assignments/${id}/notes`))).not.toContain("Only for Casey");
  });
});

test("leads an administrator back to the permit, and a reviewer to their dashboard", async () => {
  const backOf = async (viewer: Viewer) => {
    return /<a[^>]*class="back"[^>]*>/.exec(await htmlOf("", viewer))?.[0];
  };
  expect(await backOf(administrator)).toContain(`href="/permits/${permit.id}"`);
  expect(await backOf(reviewer)).toContain('href="/employee-dashboard"');
});

test("the page is 404 for a missing permit, and 403 for a city", async () => {
  const statusFor = async (viewer: Viewer, id: number | string) =>
    (await openPage(viewer, `/employee-dashboard/permits/${id}`)).status;
  expect(await statusFor(reviewer, 999_999)).toBe(404);
  expect(await statusFor(reviewer, "x")).toBe(404);
  const outsiders = [
    cityUser,
    await makeViewer("city", { cityId: (await makeCity()).id }),
    await makeViewer(null),
  ];
  for (const viewer of outsiders) {
    for (const id of [permit.id, 999_999]) expect(await statusFor(viewer, id)).toBe(403);
  }
});

test("a form is sent as itself from a page that shows a comment in full", async () => {
  const id = await assignTo("Fire");
  const { id: comment } = await addComment(reviewer, permit.id, { text: "Exit widths" });
  const html = await htmlOf(`?comment=${comment}&discipline=Fire`);
  const [, action = ""] = /<form[^>]*action="([^"]*status=)"/.exec(html) ?? [];
  expect(action).toBe(addressOf("?discipline=Fire&amp;status="));
  const fields = { assignmentId: id, status: "in_progress" };
  expect(await sendForm(reviewer, action.replaceAll("&amp;", "&"), fields)).toMatchObject({
    location: addressOf("?discipline=Fire"),
    toast: "Assignment updated",
  });
});

test("no correction is written for a city that never used corrections", async () => {
  const id = await assignTo("Fire");
  for (const path of ["/corrections/new", "/corrections/library", `/assignments/${id}/decide`]) {
    expect(await open(path), path).toMatchObject({ status: 404, message: "Plan check not found" });
  }
  expect((await open(`/assignments/${id}/notes`)).status).toBe(200);
});

describe("a city that uses corrections", () => {
  const textOfPage = async () => textOf(await htmlOf(""));

  test("has no status control after the release, which would be refused", async () => {
    await switchCorrections(cityId, true);
    await assignTo("Fire");
    await makeCorrections(permit, reviewer, [{}]);
    expect(await textOfPage()).toContain("Status (required) Assigned In Progress Completed Save");
    await issueLetter(administrator, permit.id);
    expect(await textOfPage()).not.toContain("Status (required) Assigned In Progress Completed Save");
  });

  test("shows that a permit is on hold or cancelled, is not late, and offers no correction for a cancelled one", async () => {
    await switchCorrections(cityId, true);
    const id = await assignTo("Fire");
    const due = { employeeDueDate: "2026-01-02" };
    await write((tx) => tx.update(assignments).set(due).where(eq(assignments.id, id)));
    expect(await textOfPage()).toContain("overdue");
    await updatePermit(administrator, permit.id, { status: "hold" });
    const onHold = await textOfPage();
    expect(onHold).toContain("On hold");
    expect(onHold).toContain("Add correction");
    expect(onHold).not.toContain("overdue");
    await updatePermit(administrator, permit.id, { status: "cancelled" });
    const cancelled = await textOfPage();
    expect(cancelled).toContain("This permit is cancelled.");
    expect(cancelled).not.toMatch(/Add correction|Decide|overdue/);
    const dialogs = ["/corrections/new", `/assignments/${id}/decide`];
    for (const dialog of dialogs) {
      const opened = await dialogHtml(reviewer, addressOf(dialog));
      expect(textOf(opened), dialog).toMatch(/^[^.]*This permit is cancelled\./);
      const buttons = opened.match(/<button[^>]*primary[^>]*>/g) ?? [];
      expect(
        buttons.map((button) => button.includes("disabled")),
        dialog,
      ).toEqual([true]);
    }
  });
});
