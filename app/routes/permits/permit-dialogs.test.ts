import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveAssignments, updateAssignment } from "~/models/assignments/assignment.server";
import { now, today } from "~/models/clock.server";
import type { Discipline } from "~/models/discipline";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { assignments, permits } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { requestHtml, requestPage } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { assign, makeCity, makeComments, makePermit, makeViewer } from "~/testing/test-rows";

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
  colleague = await makeViewer("employee", { disciplines: ["Fire"] });
  cityUser = await makeViewer("city", { cityId });
});

beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
});

const page = () => `/employee-dashboard/permits/${permit.id}`;
/** Sends a form of the reviewer's page, or of a dialog over it. */
const post = (path: string, fields: Fields, viewer = reviewer) =>
  sendForm(viewer, `${page()}${path}`, fields);
/** Starts the next cycle over the administrator's page. */
const startNextCycle = (fields: Fields, viewer = administrator) =>
  sendForm(viewer, `/permits/${permit.id}/next-cycle`, fields);

async function assignTo(discipline: Discipline, viewer = reviewer): Promise<number> {
  return (await assign(permit, viewer, discipline))?.id ?? 0;
}
async function readAssignment(id: number) {
  const [row] = await db.select().from(assignments).where(eq(assignments.id, id));
  return row;
}
async function currentCycle() {
  const [row] = await db.select().from(permits).where(eq(permits.id, permit.id));
  return row?.reviewCycle;
}

describe("the status form", () => {
  test("changes the status, redirects to the page and shows a toast", async () => {
    const id = await assignTo("Fire");
    const result = await post("?status", { assignmentId: String(id), status: "in_progress" });
    expect(result).toMatchObject({ status: 302, location: page(), toast: "Assignment updated" });
    expect(await readAssignment(id)).toMatchObject({ status: "in_progress" });
  });

  test("with an old version returns 409, and saves when it is sent again", async () => {
    const id = await assignTo("Fire");
    const openedVersion = (await readAssignment(id))?.updatedAt ?? "";
    await post("?status", { assignmentId: String(id), status: "completed", seen: openedVersion });
    const late = await post("?status", {
      assignmentId: String(id),
      status: "in_progress",
      seen: openedVersion,
    });
    expect(late).toMatchObject({ status: 409, typed: { status: "in_progress" } });
    expect(await readAssignment(id)).toMatchObject({ status: "completed" });
    const newestVersion = (await readAssignment(id))?.updatedAt ?? "";
    expect(
      (await post("?status", { assignmentId: String(id), status: "in_progress", seen: newestVersion }))
        .status,
    ).toBe(302);
    expect(await readAssignment(id)).toMatchObject({ status: "in_progress", completedAt: null });
  });

  test("redirects with the parameters of the page", async () => {
    const id = await assignTo("Fire");
    const query = "?status&discipline=Fire&reviewCycle=PC1";
    const { location } = await post(query, { assignmentId: String(id), status: "completed" });
    expect(location).toBe(`${page()}?discipline=Fire&reviewCycle=PC1`);
  });

  test.each([
    ["an unknown status", { status: "pending" }, "status"],
    ["no status", { status: "" }, "status"],
    ["an assignment that is not a number", { assignmentId: "abc" }, "assignmentId"],
    ["the assignment 0", { assignmentId: "0" }, "assignmentId"],
  ] as const)("with %s returns 400 and changes nothing", async (_, fields, field) => {
    const id = await assignTo("Fire");
    const result = await post("?status", { assignmentId: String(id), status: "completed", ...fields });
    expect(result.status).toBe(400);
    expect(Object.keys(result.errors)).toEqual([field]);
    expect(await readAssignment(id)).toMatchObject({ status: "assigned" });
  });

  test("for a colleague's assignment throws 403, except for an administrator", async () => {
    const id = await assignTo("Fire", colleague);
    const fields = { assignmentId: String(id), status: "completed" };
    expect((await post("?status", fields)).status).toBe(403);
    expect((await post("?status", fields, cityUser)).status).toBe(403);
    expect(await readAssignment(id)).toMatchObject({ status: "assigned", completedAt: null });
    expect((await post("?status", fields, administrator)).status).toBe(302);
  });

  test("for a deleted assignment returns 404", async () => {
    const result = await post("?status", { assignmentId: "999999", status: "completed" });
    expect(result).toMatchObject({ status: 404, failure: "Assignment not found" });
  });
});

describe("the notes form", () => {
  const notes = (id: number | string, more = "") => `/assignments/${id}/notes${more}`;

  test("saves the notes and completes the assignment", async () => {
    const id = await assignTo("Fire");
    const result = await post(notes(id), { comment: "  Exit widths\nare short  " });
    expect(result).toMatchObject({
      status: 302,
      location: page(),
      toast: "Assignment marked as completed",
    });
    expect(await readAssignment(id)).toMatchObject({
      status: "completed",
      comment: "Exit widths\nare short",
    });
    expect((await readAssignment(id))?.completedAt).toMatch(/Z$/);
  });

  test("redirects with the discipline and the cycle of the page", async () => {
    const id = await assignTo("Fire");
    const { location } = await post(notes(id, "?reviewCycle=PC1&discipline=Fire"), { comment: "Done" });
    expect(location).toBe(`${page()}?reviewCycle=PC1&discipline=Fire`);
  });

  test.each([
    ["nothing", ""],
    ["only spaces", "   \n "],
    ["more than 10,000 characters", "n".repeat(10_001)],
  ])("with %s returns 400, and the assignment stays open", async (_, comment) => {
    const id = await assignTo("Fire");
    const result = await post(notes(id), { comment });
    expect(result.status).toBe(400);
    expect(Object.keys(result.errors)).toEqual(["comment"]);
    expect(await readAssignment(id)).toMatchObject({ status: "assigned", comment: null });
  });

  test("accepts 10,000 characters, and stores markup as text", async () => {
    const id = await assignTo("Fire");
    const comment = "<b>bold</b>".padEnd(10_000, "n");
    expect((await post(notes(id), { comment })).status).toBe(302);
    expect((await readAssignment(id))?.comment).toBe(comment);
  });

  test("with an old version returns 409 with its text, and saves when it is sent again", async () => {
    const id = await assignTo("Fire");
    const openedVersion = (await readAssignment(id))?.updatedAt ?? "";
    await post(notes(id), { comment: "Written in the other window", seen: openedVersion });
    const late = await post(notes(id), { comment: "Written here", seen: openedVersion });
    expect(late).toMatchObject({ status: 409, typed: { comment: "Written here" } });
    expect((await readAssignment(id))?.comment).toBe("Written in the other window");
    const newestVersion = (await readAssignment(id))?.updatedAt ?? "";
    expect((await post(notes(id), { comment: "Written here", seen: newestVersion })).status).toBe(302);
    expect((await readAssignment(id))?.comment).toBe("Written here");
  });

  test("of an administrator saves the notes of a reviewer's assignment and redirects to the page", async () => {
    const id = await assignTo("Fire");
    const result = await post(notes(id), { comment: "Called Robin about it" }, administrator);
    expect(result).toMatchObject({ status: 302, location: page() });
    expect(await readAssignment(id)).toMatchObject({ status: "completed", comment: "Called Robin about it" });
  });

  test("for an assignment that was removed in the meantime returns 409 and the notes", async () => {
    const id = await assignTo("Fire");
    await saveAssignments(administrator, permit.id, []);
    const result = await post(notes(id), { comment: "An hour of writing" });
    expect(result).toMatchObject({
      status: 409,
      typed: { comment: "An hour of writing" },
      failure:
        "This assignment was removed or reassigned while you were writing. Copy your notes before you leave.",
    });
  });

  test("for an assignment that was reassigned in the meantime returns 409 and saves nothing", async () => {
    const id = await assignTo("Fire");
    const employeeId = colleague.employeeId ?? 0;
    await saveAssignments(administrator, permit.id, [
      { discipline: "Fire", employeeId, employeeDueDate: null, status: "assigned" },
    ]);
    const result = await post(notes(id), { comment: "An hour of writing" });
    expect(result).toMatchObject({ status: 409, typed: { comment: "An hour of writing" } });
    expect(await readAssignment(id)).toMatchObject({ comment: null, status: "assigned" });
  });

  test.each(["abc", "0", "1.5"])(
    "with an invalid assignment in the address returns the notes: %j",
    async (id) => {
      expect(await post(notes(id), { comment: "Typed" })).toMatchObject({
        status: 404,
        typed: { comment: "Typed" },
      });
    },
  );
});

describe("the form that starts the next cycle", () => {
  test("starts it with the checked disciplines and shows a toast", async () => {
    await assignTo("Fire");
    await assignTo("Structural");
    const result = await startNextCycle({ disciplines: ["Fire", "Structural"] });
    expect(result).toMatchObject({
      status: 302,
      location: `/permits/${permit.id}`,
      toast: "PC2 has started",
    });
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    expect(rows.filter(({ reviewCycle }) => reviewCycle === "PC2")).toHaveLength(2);
  });

  test("starts it with none checked, and ignores an unknown discipline", async () => {
    await assignTo("Fire");
    expect((await startNextCycle({})).toast).toBe("PC2 has started");
    const result = await startNextCycle({ disciplines: ["Masonry"] });
    expect(result.toast).toBe("PC3 has started");
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    expect(rows).toHaveLength(1);
  });

  test("an emptied day is an error in a city that uses corrections", async () => {
    const sent = { hasDays: "on", receivedOn: "", dueDate: "" };
    const { status, errors } = await startNextCycle(sent);
    expect([status, errors]).toEqual([
      400,
      {
        receivedOn: ["Choose the day on which the plans were received"],
        dueDate: ["Choose the due date"],
      },
    ]);
    expect(await currentCycle()).toBe("PC1");
  });

  test("returns 409 after PC10", async () => {
    permit = await makePermit(administrator, cityId, { reviewCycle: "PC10" });
    expect(await startNextCycle({})).toMatchObject({
      status: 409,
      failure: "PC10 is the last review cycle",
    });
    expect(await currentCycle()).toBe("PC10");
  });

  test("starts one cycle when it is sent two times", async () => {
    await assignTo("Fire");
    // The cycle in the form distinguishes a second click from a request for PC3.
    const fields = { cycle: "PC2", disciplines: ["Fire"] };
    await startNextCycle(fields);
    await startNextCycle(fields);
    expect(await currentCycle()).toBe("PC2");
  });

  test("is refused when another form has started the cycle, and its own second post is not", async () => {
    await assignTo("Fire");
    const fields = { cycle: "PC2", disciplines: ["Fire"] };
    const first = { ...fields, formKey: `the-form-of-dana-${permit.id}` };
    expect((await startNextCycle(first)).status).toBe(302);
    expect((await startNextCycle(first)).status).toBe(302);
    const second = { ...fields, formKey: `the-form-of-lee-${permit.id}` };
    expect(await startNextCycle(second)).toMatchObject({
      status: 409,
      failure: "PC2 has already started",
    });
    expect(await currentCycle()).toBe("PC2");
  });

  test("leads reviewers and cities to their own page, which has no such form", async () => {
    for (const [viewer, ownPages] of [
      [reviewer, "/employee-dashboard"],
      [cityUser, "/oakvilles"],
    ] as const) {
      const location = `${ownPages}/permits/${permit.id}`;
      expect(await startNextCycle({}, viewer)).toMatchObject({ status: 307, location });
      expect((await sendForm(viewer, location)).status).toBe(400);
    }
    expect(await currentCycle()).toBe("PC1");
  });
});

test("without scripts, deleting a permit that is gone offers no entry to be copied", async () => {
  const init = { method: "POST", body: new URLSearchParams({ confirmation: "delete" }) };
  const page = await requestHtml("/permits/999999/delete", await cookieFor(administrator), init);
  const text = textOf(await page.text());
  expect(page.status).toBe(404);
  expect(text).toContain("Permit Not Found It may have been deleted");
  expect(text).not.toContain("Copy your entries");
});

describe("the form that deletes a file", () => {
  test("deletes it and redirects to the files, with the discipline and the cycle", async () => {
    await assignTo("Fire");
    const content = await storeBytes(Buffer.from("%PDF-1.7 to be deleted"));
    const files = [{ ...content, fileName: "plan.pdf", kind: "pdf" as const }];
    await addPlanFiles(reviewer, permit.id, { reviewCycle: "PC1", files });
    const [file] = await listPlanFiles(reviewer, permit);
    const query = `/files/${file?.id}/delete?discipline=Fire&reviewCycle=PC1`;
    expect((await post(query, {})).location).toBe(`${page()}?discipline=Fire&reviewCycle=PC1#plan-files`);
    expect(await listPlanFiles(reviewer, permit)).toEqual([]);
    expect((await post(query, {})).status).toBe(404);
  });
});

test.each([
  ["reviewers", () => reviewer, "delete?discipline=Fire", "/employee-dashboard", "?discipline=Fire"],
  ["reviewers", () => reviewer, "dates", "/employee-dashboard", ""],
  [
    "reviewers",
    () => reviewer,
    "time/7/edit?reviewCycle=PC1",
    "/employee-dashboard",
    "/time/7/edit?reviewCycle=PC1",
  ],
  ["cities", () => cityUser, "time/7/edit", "/oakvilles", ""],
  ["cities", () => cityUser, "files/7/set-aside", "/oakvilles", ""],
  ["cities", () => cityUser, "files/7/delete", "/oakvilles", "/files/7/delete"],
  ["cities", () => cityUser, "hand-over", "/oakvilles", "/hand-over"],
])(
  "%s are led to their own page, with a dialog that it has too: %s %s",
  async (_, viewerOf, dialog, pages, rest) => {
    const { status, location } = await openPage(viewerOf(), `/permits/${permit.id}/${dialog}`);
    expect([status, location]).toEqual([302, `${pages}/permits/${permit.id}${rest}`]);
  },
);

test("the dialogs of a row open over its own permit only, and are sent from there", async () => {
  const other = await makePermit(administrator, cityId);
  const content = await storeBytes(Buffer.from("%PDF-1.7 of one permit"));
  const files = [{ ...content, fileName: "plan.pdf", kind: "pdf" as const }];
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
  const [file] = await listPlanFiles(administrator, permit);
  const [comment] = await makeComments(permit, administrator, [{}]);
  await assignTo("Fire");
  const { id: entry } = await addTimeEntry(reviewer, permit.id, {
    discipline: "Fire",
    hoursWorked: 1,
    workDate: today(),
  });
  const dialogs = [
    ...["delete", "set-aside", "take-back"].map((act) => `files/${file?.id}/${act}`),
    ...["edit", "delete"].flatMap((act) => [`comments/${comment}/${act}`, `time/${entry}/${act}`]),
  ];
  for (const dialog of dialogs) {
    expect.soft((await openPage(administrator, `/permits/${permit.id}/${dialog}`)).status, dialog).toBe(200);
    const elsewhere = `/permits/${other.id}/${dialog}`;
    expect.soft((await openPage(administrator, elsewhere)).status, dialog).toBe(404);
    const fields = {
      text: "Of another",
      hoursWorked: 1,
      discipline: "Fire",
      workDate: today(),
      updatedAt: now(),
    };
    expect.soft((await sendForm(administrator, elsewhere, fields)).status, dialog).toBe(404);
  }
});

test.each(["", "?unknown", "?discipline=Fire", "?assignmentId=1"])(
  "a query of no form returns 400: %j",
  async (query) => {
    const id = await assignTo("Fire");
    expect((await post(query, { assignmentId: String(id), status: "completed", comment: "x" })).status).toBe(
      400,
    );
    expect(await readAssignment(id)).toMatchObject({ status: "assigned", comment: null });
  },
);

test.each(["PUT", "PATCH", "DELETE"])("%s is 405", async (method) => {
  const cookie = await cookieFor(administrator);
  const { status } = await requestPage(`/permits/${permit.id}/next-cycle`, cookie, { method });
  expect(status).toBe(405);
  expect(await currentCycle()).toBe("PC1");
});

test("the discipline in a form's address cannot redirect to another site", async () => {
  const id = await assignTo("Fire");
  await updateAssignment(reviewer, id, { status: "in_progress" });
  const query = `?status&discipline=${encodeURIComponent("//evil.test/?a=b&c#d\r\nx: y")}`;
  const { location } = await post(query, { assignmentId: String(id), status: "completed" });
  const target = new URL(location ?? "", "http://localhost:3000");
  expect([target.origin, target.pathname, [...target.searchParams.keys()], target.hash]).toEqual([
    "http://localhost:3000",
    page(),
    ["discipline"],
    "",
  ]);
});
