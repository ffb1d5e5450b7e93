import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { reviewerDueDate } from "~/models/assignments/assignment";
import { listAssignments } from "~/models/assignments/assignment.server";
import { today } from "~/models/clock.server";
import type { Option } from "~/models/options";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { employeeDisciplines } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { rendered } from "~/testing/rendered";
import { type Fields, openPage, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { AssignmentEditor } from "./parts/assignment-editor";
import { loadAssignmentEditor } from "./parts/assignment-editor.server";

/** Returns the reviewers that each discipline of a rendered editor offers. */
function offeredIn(html: string): Map<string, string[]> {
  const rows = html.split("<fieldset").slice(1);
  return new Map(
    rows.map((row) => {
      const reviewers = /<select[^>]*\.employeeId"[^>]*>(.*?)<\/select>/.exec(row)?.[1] ?? "";
      const options = [...reviewers.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label = ""]) => label);
      return [/<legend[^>]*>([^<]*)/.exec(row)?.[1] ?? "", options];
    }),
  );
}

test("a discipline offers its certified reviewers by name, and the one who is assigned without being certified", async () => {
  const administrator = await makeViewer("admin");
  const permit = await makePermit(administrator, (await makeCity()).id, {
    requiredDisciplines: ["Fire", "Civil", "Plumbing"],
  });
  await makeViewer("employee", { name: "Ada Both", disciplines: ["Fire", "Civil"] });
  await makeViewer("employee", { name: "Bo Civil", disciplines: ["Civil"] });
  const former = await makeViewer("employee", { name: "Cy Former", disciplines: ["Fire"] });
  await assign(permit, former, "Fire");
  await write(
    async (tx) =>
      void (await tx
        .delete(employeeDisciplines)
        .where(eq(employeeDisciplines.employeeId, former.employeeId ?? 0))),
  );

  const editor = await loadAssignmentEditor(administrator, permit.id, new Request("http://localhost/"));
  const offered = offeredIn(rendered(<AssignmentEditor editor={editor} />));
  expect(offered.get("Fire")).toEqual(["No plan reviewer", "Cy Former", "Ada Both · 0 open"]);
  expect(offered.get("Civil")).toEqual(["No plan reviewer", "Ada Both · 0 open", "Bo Civil · 0 open"]);
  expect(offered.get("Plumbing")).toEqual(["No plan reviewer"]);
  expect([...offered.keys()]).toEqual(["Civil", "Plumbing", "Fire"]);
});

test("after the release of a letter, a review has its status as text instead of a control", async () => {
  const administrator = await makeViewer("admin");
  const cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
  const permit = await makePermit(administrator, cityId);
  const lee = await makeViewer("employee", { disciplines: ["Fire"] });
  await assign(permit, lee, "Fire");
  const statusesIn = async () => {
    const editor = await loadAssignmentEditor(administrator, permit.id, new Request("http://localhost/"));
    const html = rendered(<AssignmentEditor editor={editor} />, `/permits/${permit.id}/assignments`);
    return [html.match(/<select[^>]*\.status"/g)?.length, html.includes(": the letter was released.")];
  };
  const [before] = await statusesIn();
  await makeCorrections(permit, lee, [{}]);
  await issueLetter(administrator, permit.id);
  expect(await statusesIn()).toEqual([Number(before) - 1, true]);
});

describe("what saves nothing", () => {
  let administrator: Viewer;
  let lee: Viewer;
  let permit: Permit;

  beforeAll(async () => {
    administrator = await makeViewer("admin");
    lee = await makeViewer("employee", { name: "Aaron Lee", disciplines: ["Structural", "Electrical"] });
    permit = await makePermit(administrator, (await makeCity()).id, {
      dueDate: "2026-12-01",
      requiredDisciplines: ["Structural", "Accessibility"],
    });
  });

  const rowOf = (index: number, discipline: string, fields: Fields = {}) =>
    Object.fromEntries(
      Object.entries({
        discipline,
        employeeId: "",
        employeeDueDate: "2099-12-04",
        status: "assigned",
        ...fields,
      }).map(([name, value]) => [`assignments[${index}].${name}`, value]),
    );
  const send = (fields: Fields) =>
    sendForm(administrator, `/permits/${permit.id}/assignments`, { seen: "", ...fields });

  test("Suggest fills in the empty rows and leaves the others", async () => {
    const sent = await send({
      suggest: "1",
      ...rowOf(0, "Structural"),
      ...rowOf(1, "Accessibility"),
      ...rowOf(2, "Fire", { employeeId: "77", employeeDueDate: "", status: "in_progress" }),
    });
    expect(sent).toMatchObject({ status: 200, errors: {}, location: null });
    expect(sent.typed).toEqual({
      seen: "",
      assignments: [
        {
          discipline: "Structural",
          employeeId: String(lee.employeeId),
          employeeDueDate: "2099-12-04",
          status: "assigned",
        },
        { discipline: "Accessibility", employeeId: "", employeeDueDate: "2099-12-04", status: "assigned" },
        { discipline: "Fire", employeeId: "77", employeeDueDate: "", status: "in_progress" },
      ],
    });
    expect(await listAssignments(administrator, permit)).toEqual([]);
  });

  test('"Add a discipline" adds a row once, due when a new assignment is, and keeps what was typed', async () => {
    const typed = rowOf(0, "Structural", { employeeId: "77", employeeDueDate: "soon" });
    const dueDate = reviewerDueDate(permit.dueDate, today());
    const added = await send({ add: "Electrical", ...typed });
    expect(added).toMatchObject({ status: 200, errors: {} });
    expect(added.typed).toMatchObject({
      assignments: [
        { discipline: "Structural", employeeId: "77", employeeDueDate: "soon" },
        { discipline: "Electrical", employeeId: "", employeeDueDate: dueDate, status: "assigned" },
      ],
    });
    const again = await send({ add: "Electrical", ...typed, ...rowOf(1, "Electrical") });
    expect(again.typed.assignments).toHaveLength(2);
    for (const forged of ["", "Astrology"]) expect((await send({ add: forged, ...typed })).status).toBe(200);
  });

  test("a day by default is not asked about", async () => {
    const employeeDueDate = reviewerDueDate(permit.dueDate, today());
    const sent = await send(rowOf(0, "Structural", { employeeId: lee.employeeId ?? 0, employeeDueDate }));
    expect(sent).toMatchObject({ status: 302, toast: "Assignments saved" });
  });
});

test("a review is given to another in the row of its assignment", async () => {
  const administrator = await makeViewer("admin");
  const permit = await makePermit(administrator, (await makeCity()).id);
  const busy = await makeViewer("employee", { name: "Zoe Busy", disciplines: ["Mechanical"] });
  const free = await makeViewer("employee", { name: "Zoe Free", disciplines: ["Mechanical"] });
  const assignment = await assign(permit, busy, "Mechanical");
  const address = `/permits/${permit.id}/assignments/${assignment?.id}/reviewer`;
  const { dialog } = await openPage<unknown, { others: Option[] }>(
    administrator,
    `${address}?reviewCycle=PC1`,
  );
  expect(dialog.others).toEqual([{ value: String(free.employeeId), label: "Zoe Free · 0 open" }]);
  expect(await sendForm(administrator, address, { employeeDueDate: "2099-12-04" })).toMatchObject({
    status: 400,
    errors: { employeeId: ["Choose a plan reviewer"] },
    typed: { employeeDueDate: "2099-12-04" },
  });
  const unusual = { employeeId: free.employeeId ?? 0, employeeDueDate: "2099-12-04" };
  const { questions = [] } = await sendForm(administrator, address, unusual);
  expect(questions).toEqual([expect.stringMatching(/^the due date of Mechanical, Dec 4, 2099, is after/)]);
  const sent = await sendForm(administrator, `${address}?reviewCycle=PC1`, {
    ...unusual,
    confirmed: questions,
  });
  expect(sent).toMatchObject({
    status: 302,
    location: `/permits/${permit.id}?reviewCycle=PC1#assignments`,
    toast: "Mechanical given to Zoe Free",
  });
  const [given] = await listAssignments(administrator, permit);
  expect(given).toMatchObject({ employeeId: free.employeeId, employeeDueDate: "2099-12-04" });
});
