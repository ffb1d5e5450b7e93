import { asc, desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Discipline } from "../discipline";
import type { Tick } from "../many";
import { updatePermit } from "../permits/permit.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { assignments, auditEvents, mailOutbox, permitDisciplines } from "../tables.server";
import { assignPermits } from "./assign-permits.server";

let administrator: Viewer;
let reviewer: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
  cityId = (await makeCity()).id;
});

beforeEach(async () => {
  await write((tx) => tx.delete(mailOutbox));
});

async function make(...requiredDisciplines: Discipline[]): Promise<Tick> {
  const { id } = await makePermit(administrator, cityId, { requiredDisciplines });
  return tickedNow(id);
}

async function tickedNow(id: number): Promise<Tick> {
  return { id, version: (await readPermit(administrator, id)).updatedAt };
}

const assigned = (ticks: Tick[], { employeeId } = reviewer) =>
  assignPermits(administrator, ticks, employeeId ?? 0);

const reviewsOf = async ({ id }: Tick) =>
  (
    await db
      .select()
      .from(assignments)
      .where(eq(assignments.permitId, id))
      .orderBy(asc(assignments.discipline))
  ).map(({ discipline, employeeId, status }) => ({ discipline, employeeId, status }));

test("a reviewer gets what each permit lacks and they are certified in, with one email", async () => {
  const both = await make("Civil", "Fire", "Structural");
  const one = await make("Fire");
  const { done, refused } = await assigned([both, one]);
  expect({ done, refused }).toEqual({ done: [both.id, one.id], refused: [] });
  const { employeeId } = reviewer;
  expect(await reviewsOf(both)).toEqual([
    { discipline: "Civil", employeeId, status: "assigned" },
    { discipline: "Fire", employeeId, status: "assigned" },
  ]);
  const [email, ...others] = await db.select().from(mailOutbox);
  expect(others).toEqual([]);
  expect(email).toMatchObject({ toAddress: reviewer.email, subject: "Assigned to you: 3 reviews" });
  const [act] = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "permit.many-assigned"))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  expect(act).toMatchObject({ subjectId: null, changes: { ids: [both.id, one.id] } });
});

test("a permit that lacks nobody is done, and what cannot be assigned refuses alone", async () => {
  const ready = await make("Fire");
  await assigned([ready]);
  const closed = await make("Fire");
  await updatePermit(administrator, closed.id, { status: "approved" });
  const changed = await make("Fire");
  await updatePermit(administrator, changed.id, { projectName: "Another name" });
  const ofOthers = await make("Structural", "Plumbing");
  const lacking = await make("Civil");
  const { done, refused } = await assigned([
    ready,
    await tickedNow(closed.id),
    changed,
    ofOthers,
    { id: 999_999, version: "x" },
    lacking,
  ]);
  expect(done).toEqual([ready.id, lacking.id]);
  expect(refused.map(({ id }) => id)).toEqual([closed.id, changed.id, ofOthers.id, 999_999]);
  expect(refused.map(({ reason }) => reason).slice(0, 3)).toEqual([
    "It is not open: Approved",
    expect.stringMatching(/changed after you ticked it/),
    "It lacks Structural, Plumbing, in which they are not certified",
  ]);
  expect(await reviewsOf(changed)).toEqual([]);
});

test("a permit without a required discipline is not said to be assigned", async () => {
  const ticked = await make("Fire");
  await write((tx) => tx.delete(permitDisciplines).where(eq(permitDisciplines.permitId, ticked.id)));
  const { done, refused } = await assigned([ticked]);
  expect(done).toEqual([]);
  expect(refused).toMatchObject([{ reason: "It has no required discipline. Assign it on its own page" }]);
});

test("what one permit lacks is in the email of an assignment", async () => {
  await assigned([await make("Civil", "Fire")]);
  const emails = await db.select().from(mailOutbox);
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Assigned to you: (?!2)/)]);
});

test("reviewers and cities assign nobody", async () => {
  const ticked = [await make("Fire")];
  for (const viewer of [reviewer, await makeViewer("city", { cityId })])
    await expect(assignPermits(viewer, ticked, reviewer.employeeId ?? 0)).rejects.toMatchObject({
      status: 403,
    });
});
