import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/models/db.server";
import type { Viewer } from "~/models/policy";
import { comments, permits, timeEntries } from "~/models/tables.server";
import { outcomeOf } from "./action-outcome";
import { contextOf, type Handler, moduleOf, responseAt } from "./test-addresses";
import { assign, makeCity, makePeople, makePermit, permitFields } from "./test-rows";

// A browser shows a form that was already saved again, as with its Back button, and its user sends another text.

let permitId: number;
let cityId: number;
let viewers: Record<"administrator" | "reviewer", Viewer>;
beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  viewers = await makePeople(cityId, (await makeCity("Elsewhere")).id);
  const permit = await makePermit(viewers.administrator, cityId);
  await assign(permit, viewers.reviewer, "Structural");
  permitId = permit.id;
});

type Fields = Record<string, string>;

type Form = {
  as: "administrator" | "reviewer";
  route: { file: string; address: string; query?: string };
  fields: () => Fields;
  other: Record<string, string>;
  count: () => Promise<number>;
};

const forms: Record<string, Form> = {
  comment: {
    as: "administrator",
    route: { file: "routes/permits/permit.tsx", address: "/permits/:id", query: "?comment=" },
    fields: () => ({ text: "Show the walls" }),
    other: { text: "Show the stairs" },
    count: () => db.$count(comments),
  },
  hours: {
    as: "reviewer",
    route: {
      file: "routes/review/review.tsx",
      address: "/employee-dashboard/permits/:id",
      query: "?time=",
    },
    fields: () => ({
      discipline: "Structural",
      hoursWorked: "1",
      workDate: "2026-11-02",
      description: "Walls",
    }),
    other: { description: "Stairs" },
    count: () => db.$count(timeEntries),
  },
  permit: {
    as: "administrator",
    route: { file: "routes/permits/new-permit.tsx", address: "/permits/new" },
    fields: () => ({
      ...{ ...permitFields, requiredDisciplines: "Structural" },
      ...{ cityId: String(cityId), permitCreationYear: "2026" },
    }),
    other: { projectName: "Another House" },
    count: () => db.$count(permits),
  },
};

describe.each(Object.entries(forms))("a saved form of a %s that is sent with another text", (_, form) => {
  const send = async (fields: Fields) => {
    const { file, address, query = "" } = form.route;
    const { action } = await moduleOf(file);
    const context = await contextOf(viewers[form.as]);
    const sent = { ...{ method: "POST", query, context }, params: { id: String(permitId) } };
    return outcomeOf(responseAt(action as Handler, address, { ...sent, body: new URLSearchParams(fields) }));
  };

  test("is shown filled in with a message, and is saved when it is sent once more", async () => {
    const before = await form.count();
    const first = { ...form.fields(), formKey: "a-key-of-sixteen-letters" };
    const other = { ...first, ...form.other };
    expect([(await send(first)).status, (await send(first)).status]).toEqual([302, 302]);
    expect(await form.count()).toBe(before + 1);
    const { status, failure, typed } = await send(other);
    expect([status, failure]).toEqual([
      409,
      expect.stringMatching(/^This form was already saved with other/),
    ]);
    expect(await form.count()).toBe(before + 1);
    const { formKey, ...entries } = typed as { formKey: string };
    expect(entries).toEqual({ ...form.fields(), ...form.other });
    expect(formKey).not.toBe(first.formKey);
    expect((await send({ ...other, formKey })).status).toBe(302);
    expect(await form.count()).toBe(before + 2);
  });
});
