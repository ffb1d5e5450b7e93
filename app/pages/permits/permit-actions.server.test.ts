import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/models/db.server";
import type { Discipline } from "~/models/discipline";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import { saveAssignments, updateAssignment } from "~/models/plan-review/assignment.server";
import type { Viewer } from "~/models/policy";
import { assignments, permits } from "~/models/tables.server";
import { outcomeOf } from "~/testing/form-outcome";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { permitAction } from "./permit-actions.server";

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

type Fields = Record<string, string | string[]>;
/** Posts to the reviewer's page and returns the outcome. */
async function post(query: string, fields: Fields, viewer = reviewer) {
  const url = new URL(`http://localhost:3000/employee-dashboard/permits/${permit.id}${query}`);
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) body.append(name, each);
  }
  const request = new Request(url, { method: "POST", body });
  return outcomeOf(permitAction({ request, viewer, id: permit.id, url }));
}

const page = () => `/employee-dashboard/permits/${permit.id}`;
async function give(discipline: Discipline, viewer = reviewer): Promise<number> {
  return (await assign(permit, viewer, discipline))?.id ?? 0;
}
async function stored(id: number) {
  const [row] = await db.select().from(assignments).where(eq(assignments.id, id));
  return row;
}
async function cycleOf() {
  const [row] = await db.select().from(permits).where(eq(permits.id, permit.id));
  return row?.reviewCycle;
}

describe("the status form", () => {
  test("changes the status, leads back and says so", async () => {
    const id = await give("Fire");
    const outcome = await post("?status", { assignmentId: String(id), status: "in_progress" });
    expect(outcome).toMatchObject({ status: 302, location: page(), toast: "Assignment updated" });
    expect(await stored(id)).toMatchObject({ status: "in_progress" });
  });

  test("sent over a newer row is told so with 409, and replaces it when sent again", async () => {
    const id = await give("Fire");
    const opened = (await stored(id))?.updatedAt ?? "";
    await post("?status", { assignmentId: String(id), status: "completed", seen: opened });
    const late = await post("?status", { assignmentId: String(id), status: "in_progress", seen: opened });
    expect(late).toMatchObject({ status: 409, typed: { status: "in_progress" } });
    expect(await stored(id)).toMatchObject({ status: "completed" });
    const seen = (await stored(id))?.updatedAt ?? "";
    expect((await post("?status", { assignmentId: String(id), status: "in_progress", seen })).status).toBe(
      302,
    );
    expect(await stored(id)).toMatchObject({ status: "in_progress", completedAt: null });
  });

  test("leads back with the discipline and the cycle that the page showed, and nothing else", async () => {
    const id = await give("Fire");
    const query = "?status&discipline=Fire&reviewCycle=PC1&dialog=notes&other=1";
    const { location } = await post(query, { assignmentId: String(id), status: "completed" });
    expect(location).toBe(`${page()}?discipline=Fire&reviewCycle=PC1`);
  });

  test.each([
    ["a status that there is not", { status: "pending" }, "status"],
    ["no status", { status: "" }, "status"],
    ["an assignment that is no number", { assignmentId: "abc" }, "assignmentId"],
    ["the assignment 0", { assignmentId: "0" }, "assignmentId"],
  ] as const)("with %s comes back with 400 and changes nothing", async (_, fields, field) => {
    const id = await give("Fire");
    const outcome = await post("?status", { assignmentId: String(id), status: "completed", ...fields });
    expect(outcome.status).toBe(400);
    expect(Object.keys(outcome.errors)).toEqual([field]);
    expect(await stored(id)).toMatchObject({ status: "assigned" });
  });

  test("of a colleague's assignment is refused with 403", async () => {
    const id = await give("Fire", colleague);
    const fields = { assignmentId: String(id), status: "completed" };
    expect((await post("?status", fields)).status).toBe(403);
    expect((await post("?status", fields, cityUser)).status).toBe(403);
    expect(await stored(id)).toMatchObject({ status: "assigned", completedAt: null });
    expect((await post("?status", fields, administrator)).status).toBe(302);
  });

  test("of an assignment that is gone comes back with 404", async () => {
    const outcome = await post("?status", { assignmentId: "999999", status: "completed" });
    expect(outcome).toMatchObject({ status: 404, failure: "Assignment not found" });
  });
});

describe("the notes form", () => {
  const notes = (id: number | string, more = "") => `?dialog=notes&assignmentId=${id}${more}`;

  test("keeps the notes and completes the assignment", async () => {
    const id = await give("Fire");
    const outcome = await post(notes(id), { comment: "  Exit widths\nare short  " });
    expect(outcome).toMatchObject({
      status: 302,
      location: page(),
      toast: "Assignment marked as completed",
    });
    expect(await stored(id)).toMatchObject({ status: "completed", comment: "Exit widths\nare short" });
    expect((await stored(id))?.completedAt).toMatch(/Z$/);
  });

  test("leads back with the discipline and the cycle that the page showed", async () => {
    const id = await give("Fire");
    const { location } = await post(notes(id, "&reviewCycle=PC1&discipline=Fire"), { comment: "Done" });
    expect(location).toBe(`${page()}?discipline=Fire&reviewCycle=PC1`);
  });

  test.each([
    ["nothing", ""],
    ["spaces alone", "   \n "],
    ["more than 10,000 characters", "n".repeat(10_001)],
  ])("with %s comes back with 400, and the assignment stays open", async (_, comment) => {
    const id = await give("Fire");
    const outcome = await post(notes(id), { comment });
    expect(outcome.status).toBe(400);
    expect(Object.keys(outcome.errors)).toEqual(["comment"]);
    expect(await stored(id)).toMatchObject({ status: "assigned", comment: null });
  });

  test("takes 10,000 characters, and markup as text", async () => {
    const id = await give("Fire");
    const comment = "<b>bold</b>".padEnd(10_000, "n");
    expect((await post(notes(id), { comment })).status).toBe(302);
    expect((await stored(id))?.comment).toBe(comment);
  });

  test("written over newer ones is told so with 409, keeps its text, and replaces them when sent again", async () => {
    const id = await give("Fire");
    const opened = (await stored(id))?.updatedAt ?? "";
    await post(notes(id), { comment: "Written in the other window", seen: opened });
    const late = await post(notes(id), { comment: "Written here", seen: opened });
    expect(late).toMatchObject({ status: 409, typed: { comment: "Written here" } });
    expect((await stored(id))?.comment).toBe("Written in the other window");
    const seen = (await stored(id))?.updatedAt ?? "";
    expect((await post(notes(id), { comment: "Written here", seen })).status).toBe(302);
    expect((await stored(id))?.comment).toBe("Written here");
  });

  test("of an administrator are kept on a reviewer's assignment, and lead back", async () => {
    const id = await give("Fire");
    const outcome = await post(notes(id), { comment: "Called Robin about it" }, administrator);
    expect(outcome).toMatchObject({ status: 302, location: page() });
    expect(await stored(id)).toMatchObject({ status: "completed", comment: "Called Robin about it" });
  });

  test("of an assignment removed meanwhile comes back with 409 and the notes", async () => {
    const id = await give("Fire");
    await saveAssignments(administrator, permit.id, []);
    const outcome = await post(notes(id), { comment: "An hour of writing" });
    expect(outcome).toMatchObject({
      status: 409,
      typed: { comment: "An hour of writing" },
      failure: "This assignment was taken away while you were writing. Copy your notes before you leave.",
    });
  });

  test("of an assignment given to somebody else meanwhile is refused and saves nothing", async () => {
    const id = await give("Fire");
    const given = { discipline: "Fire", employeeId: colleague.employeeId ?? 0 } as const;
    await saveAssignments(administrator, permit.id, [
      { ...given, employeeDueDate: null, status: "assigned" },
    ]);
    const outcome = await post(notes(id), { comment: "An hour of writing" });
    expect(outcome).toMatchObject({ status: 409, typed: { comment: "An hour of writing" } });
    expect(await stored(id)).toMatchObject({ comment: null, status: "assigned" });
  });

  test.each(["", "abc", "0", "1.5"])(
    "with a nonsense assignment in the address keeps the notes: %j",
    async (id) => {
      expect(await post(notes(id), { comment: "Kept" })).toMatchObject({
        status: 409,
        typed: { comment: "Kept" },
      });
    },
  );
});

describe("the form that starts the next cycle", () => {
  test("starts it with the ticked disciplines and says so", async () => {
    await give("Fire");
    await give("Structural");
    const outcome = await post("?dialog=next-cycle", { disciplines: ["Fire", "Structural"] }, administrator);
    expect(outcome).toMatchObject({ status: 302, location: page(), toast: "PC2 has started" });
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    expect(rows.filter(({ reviewCycle }) => reviewCycle === "PC2")).toHaveLength(2);
  });

  test("starts it with none ticked, and passes over what is no discipline", async () => {
    await give("Fire");
    expect((await post("?dialog=next-cycle", {}, administrator)).toast).toBe("PC2 has started");
    const outcome = await post("?dialog=next-cycle", { disciplines: ["Masonry"] }, administrator);
    expect(outcome.toast).toBe("PC3 has started");
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    expect(rows).toHaveLength(1);
  });

  test("comes back with 409 after PC10", async () => {
    permit = await makePermit(administrator, cityId, { reviewCycle: "PC10" });
    expect(await post("?dialog=next-cycle", {}, administrator)).toMatchObject({
      status: 409,
      failure: "PC10 is the last review cycle",
    });
    expect(await cycleOf()).toBe("PC10");
  });

  test("sent twice starts one cycle", async () => {
    await give("Fire");
    // Without the cycle that the dialog named, a second click could not be told from a wish for PC3.
    const fields = { cycle: "PC2", disciplines: ["Fire"] };
    await post("?dialog=next-cycle", fields, administrator);
    await post("?dialog=next-cycle", fields, administrator);
    expect(await cycleOf()).toBe("PC2");
  });

  test("is an administrator's alone", async () => {
    expect((await post("?dialog=next-cycle", {}, reviewer)).status).toBe(403);
    expect((await post("?dialog=next-cycle", {}, cityUser)).status).toBe(403);
    expect(await cycleOf()).toBe("PC1");
  });
});

describe("the form that deletes a file", () => {
  test("deletes it and leads back to the files, with the discipline and the cycle", async () => {
    await give("Fire");
    const content = await storeBytes(Buffer.from("%PDF-1.7 to be deleted"));
    const files = [{ ...content, fileName: "plan.pdf", kind: "pdf" as const }];
    await addPlanFiles(reviewer, permit.id, { reviewCycle: "PC1", files });
    const [file] = await listPlanFiles(reviewer, permit.id);
    const query = `?dialog=delete-file&fileId=${file?.id}&discipline=Fire&reviewCycle=PC1`;
    expect((await post(query, {})).location).toBe(`${page()}?discipline=Fire&reviewCycle=PC1#plan-files`);
    expect(await listPlanFiles(reviewer, permit.id)).toEqual([]);
    expect((await post(query, {})).status).toBe(404);
  });
});

test.each(["", "?dialog=unknown", "?dialog", "?discipline=Fire", "?assignmentId=1"])(
  "an address that no form has is refused with 400: %j",
  async (query) => {
    const id = await give("Fire");
    expect((await post(query, { assignmentId: String(id), status: "completed", comment: "x" })).status).toBe(
      400,
    );
    expect(await stored(id)).toMatchObject({ status: "assigned", comment: null });
  },
);

test.each(["PUT", "PATCH", "DELETE"])("%s is refused with 405", async (method) => {
  const url = new URL(`http://localhost:3000${page()}?dialog=next-cycle`);
  const request = new Request(url, { method });
  const refused = permitAction({ request, viewer: administrator, id: permit.id, url });
  await expect(refused).rejects.toMatchObject({ status: 405 });
  expect(await cycleOf()).toBe("PC1");
});

test("what a form says of a discipline cannot lead out of the page", async () => {
  const id = await give("Fire");
  await updateAssignment(reviewer, id, { status: "in_progress" });
  const query = `?status&discipline=${encodeURIComponent("//evil.test/?a=b&c#d\r\nx: y")}`;
  const { location } = await post(query, { assignmentId: String(id), status: "completed" });
  const to = new URL(location ?? "", "http://localhost:3000");
  expect([to.origin, to.pathname, [...to.searchParams.keys()], to.hash]).toEqual([
    "http://localhost:3000",
    page(),
    ["discipline"],
    "",
  ]);
});
