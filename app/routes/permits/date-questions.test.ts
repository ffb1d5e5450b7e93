import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAssignments, saveAssignments } from "~/models/assignments/assignment.server";
import { addDays } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { updatePermit } from "~/models/permits/permit.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { type Fields, sendForm } from "~/testing/send-form";
import { makeCity, makePermit, makeViewer, permitFields, switchCorrections } from "~/testing/test-rows";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Permit;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
});

beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
});

const post = (path: string, fields: Fields, viewer = administrator) =>
  sendForm(viewer, `/permits/${permit.id}${path}`, fields);

/** Sends a form, then once more with what it asks confirmed. */
async function sendTwice(send: (confirmed: Fields) => ReturnType<typeof sendForm>) {
  const first = await send({});
  return { first, confirmed: await send({ confirmed: first.questions ?? [] }) };
}

describe("the form of a permit", () => {
  const edit = (changes: Fields, viewer = administrator) =>
    post(
      "/edit",
      {
        ...Object.fromEntries(Object.entries(permitFields).map(([name, value]) => [name, String(value)])),
        cityId: String(cityId),
        urban37PermitNumber: permit.urban37PermitNumber,
        requiredDisciplines: ["Structural"],
        updatedAt: permit.updatedAt,
        ...changes,
      },
      viewer,
    );

  test("asks once about a due date before the creation, and then saves it", async () => {
    const { first, confirmed } = await sendTwice((ticked) => edit({ dueDate: "2026-10-31", ...ticked }));
    expect(first).toMatchObject({ status: 400, errors: {}, typed: { dueDate: "2026-10-31" } });
    expect(first.questions).toEqual([
      "the due date, Oct 31, 2026, is before the permit's creation date, Nov 1, 2026",
    ]);
    expect(confirmed.status).toBe(302);
    permit = await readPermit(administrator, permit.id);
    expect(permit.dueDate).toBe("2026-10-31");
    expect(await edit({ dueDate: "2026-10-31", projectName: "Other" })).toMatchObject({ status: 302 });
  });

  test("asks about another due date again", async () => {
    const { questions = [] } = await edit({ dueDate: "2026-10-31" });
    const other = await edit({ dueDate: "2026-10-30", confirmed: questions });
    expect(other).toMatchObject({ status: 400, questions: [expect.stringContaining("Oct 30, 2026")] });
  });

  test("asks about a submission after the due date, and about reviews that are due later", async () => {
    await saveAssignments(administrator, permit.id, [
      {
        discipline: "Fire",
        employeeId: reviewer.employeeId ?? 0,
        employeeDueDate: "2026-11-11",
        status: "assigned",
      },
    ]);
    expect((await edit({ submissionDate: "2026-11-12" })).questions).toEqual([
      "the due date, Nov 11, 2026, is before its submission date, Nov 12, 2026",
    ]);
    expect((await edit({ dueDate: "2026-11-10" })).questions).toEqual([
      "the due date of Fire, Nov 11, 2026, is after the permit's, Nov 10, 2026",
    ]);
  });

  test("does not ask a user who may not save it", async () => {
    for (const viewer of [reviewer, clerk]) {
      expect((await edit({ dueDate: "2026-10-31" }, viewer)).status).toBe(403);
    }
  });

  test("is saved by a program at once", async () => {
    await updatePermit(administrator, permit.id, { dueDate: "2026-10-31" });
    expect((await readPermit(administrator, permit.id)).dueDate).toBe("2026-10-31");
  });
});

test("the assignments ask once about a date after the permit's, and then save it", async () => {
  const send = (ticked: Fields) => {
    const fields = {
      "assignments[0].discipline": "Fire",
      "assignments[0].employeeId": String(reviewer.employeeId),
      "assignments[0].employeeDueDate": "2026-11-12",
      "assignments[0].status": "assigned",
      "assignments[1].discipline": "Civil",
      "assignments[1].employeeId": "",
      "assignments[1].employeeDueDate": "2027-01-01",
      ...ticked,
    };
    return post("/assignments", fields);
  };
  const { first, confirmed } = await sendTwice(send);
  expect(first.questions).toEqual([
    "the due date of Fire, Nov 12, 2026, is after the permit's, Nov 11, 2026",
  ]);
  expect(confirmed.status).toBe(302);
  const [stored] = await listAssignments(administrator, permit);
  expect(stored?.employeeDueDate).toBe("2026-11-12");
  // The stored date raises no question again.
  const { id, updatedAt } = stored ?? { id: 0, updatedAt: "" };
  expect((await send({ seen: `${id}@${updatedAt}` })).status).toBe(302);
});

test("the next review cycle asks once about a due date before the day of its plans, and then starts", async () => {
  const fields = {
    cycle: "PC2",
    hasDays: "on",
    receivedOn: today(),
    dueDate: addDays(today(), -1),
    disciplines: [],
  };
  permit = await makePermit(administrator, cityId, { creationDate: today(), dueDate: addDays(today(), 10) });
  const { first, confirmed } = await sendTwice((ticked) => post("/next-cycle", { ...fields, ...ticked }));
  expect(first.questions).toEqual([
    expect.stringContaining("is before the permit's creation date"),
    expect.stringContaining("is before the day on which the plans were received"),
  ]);
  expect(confirmed).toMatchObject({ status: 302, toast: "PC2 has started" });
});

test("the day of the plans asks once about a due date before it, and then saves it", async () => {
  permit = await makePermit(administrator, cityId, { dueDate: addDays(today(), -2) });
  const fields = { cycle: "PC1", receivedOn: addDays(today(), -1) };
  const { first, confirmed } = await sendTwice((ticked) => post("/dates", { ...fields, ...ticked }));
  expect(first.questions).toEqual([
    expect.stringContaining("is before the day on which the plans were received"),
  ]);
  expect(confirmed).toMatchObject({ status: 302, toast: "Dates saved" });
});
