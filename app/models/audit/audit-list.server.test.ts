import { inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { plansOf } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { deleteCityUser } from "../cities/city-user.server";
import { addComment } from "../comments/comment.server";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { auditEvents } from "../tables.server";
import { type AuditFilter, auditQuery, readAuditFilter } from "./audit-filter";
import { allAuditEvents, eventsOnPage, readAuditPage } from "./audit-list.server";

let dana: Viewer;
let maria: Viewer;
let cityId: number;

beforeAll(async () => {
  dana = await makeViewer("admin", { name: "Dana Price", email: "dana@firm.test" });
  maria = await makeViewer("employee", { name: "Maria Lopez", disciplines: ["Fire"] });
  cityId = (await makeCity("Oakville")).id;
});

type Fields = Partial<typeof auditEvents.$inferInsert>;
let seconds = 0;

/** Inserts events, each a second after the one before, and returns their ids. */
const insert = (...rows: Fields[]): Promise<number[]> =>
  write(async (tx) => {
    const values = rows.map((row) => {
      seconds += 1;
      const at = new Date(Date.UTC(2026, 10, 1) + seconds * 1000).toISOString();
      const event = { at, actorName: "Nobody", action: "city.updated", subject: "city", changes: {} };
      return { ...event, ...row };
    });
    return (await tx.insert(auditEvents).values(values).returning()).map(({ id }) => id);
  });

const idsIn = async (filter: AuditFilter) => {
  const { events } = await readAuditPage(dana, filter);
  return events.map(({ id }) => id);
};

const newestFirst = (ids: number[]) => [...ids].reverse();

test("pages go from the newest to the oldest, without a gap, also where moments are equal", async () => {
  const at = "2026-10-01T08:00:00.000Z";
  const same = await insert(...Array.from({ length: 40 }, () => ({ at, actorId: maria.id })));
  const later = await insert(...Array.from({ length: 20 }, () => ({ actorId: maria.id })));
  const found: number[] = [];
  let before: number | undefined;
  for (let page = 1; page <= 3; page += 1) {
    const { events, hasOlder } = await readAuditPage(dana, { person: "lopez", before });
    expect(hasOlder).toBe(page < 3);
    expect(events).toHaveLength(page < 3 ? eventsOnPage : 10);
    found.push(...events.map(({ id }) => id));
    before = found.at(-1);
  }
  expect(found).toEqual([...newestFirst(later), ...newestFirst(same)]);
});

test("a clock that was set back does not hide an event: the order is that of the moments", async () => {
  const [second, first] = await insert(
    { at: "2026-09-02T00:00:00.000Z", action: "fee.paid", subject: "fee" },
    { at: "2026-09-01T00:00:00.000Z", action: "fee.paid", subject: "fee" },
  );
  expect(await idsIn({ action: "fee.paid" })).toEqual([second, first]);
  expect(await idsIn({ action: "fee.paid", before: second })).toEqual([first]);
});

test("a person is found by a part of the name or email, and when deleted by the whole name", async () => {
  const clerk = await makeViewer("city", { name: "Clara Clerk", email: "clara@oak.test", cityId });
  const [signedIn] = await insert({
    actorId: clerk.id,
    actorName: "Clara Clerk",
    action: "sign-in.succeeded",
  });
  for (const person of ["clara", "CLERK cla", "clara@oak.test"]) {
    expect(await idsIn({ person })).toEqual([signedIn]);
  }
  await deleteCityUser(dana, cityId, clerk.id);
  expect(await idsIn({ person: "clara" })).toEqual([]);
  expect(await idsIn({ person: "Clara Clerk" })).toEqual([signedIn]);
});

test("more people than can be read are said", async () => {
  for (let count = 1; count <= 21; count += 1) await makeViewer("employee", { name: `Many Twins ${count}` });
  expect(await readAuditPage(dana, { person: "twins" })).toMatchObject({ hasMorePeople: true });
  expect(await readAuditPage(dana, { person: "lopez" })).toMatchObject({ hasMorePeople: false });
});

test("a kind, an action and days of the provider's time zone narrow the list", async () => {
  const of = (action: string, at: string) => ({ action, subject: action.split(".")[0] ?? "", at });
  const [before, first, last, after] = await insert(
    of("pricing.created", "2026-03-08T07:59:59.999Z"),
    of("pricing.created", "2026-03-08T08:00:00.000Z"),
    of("pricing.updated", "2026-03-09T06:59:59.999Z"),
    of("pricing.updated", "2026-03-09T07:00:00.000Z"),
  );
  expect(await idsIn({ kind: "pricing" })).toEqual([after, last, first, before]);
  expect(await idsIn({ action: "pricing.updated" })).toEqual([after, last]);
  // Summer time begins on this day.
  expect(await idsIn({ kind: "pricing", from: "2026-03-08", to: "2026-03-08" })).toEqual([last, first]);
  expect(await idsIn({ kind: "pricing", to: "2026-03-07" })).toEqual([before]);
  expect(await idsIn({ kind: "pricing", from: "2026-03-09" })).toEqual([after]);
  expect(await idsIn({ kind: "pricing", from: "2026-03-10", to: "2026-03-01" })).toEqual([]);
});

test("the number of a permit finds all that is about it, also after it is deleted", async () => {
  const permit = await makePermit(dana, cityId);
  await updatePermit(dana, permit.id, { projectName: "Barn" });
  await addComment(maria, permit.id, { text: "Which sheet?" });
  const number = permit.urban37PermitNumber;
  const actions = async (filter: AuditFilter) =>
    (await readAuditPage(dana, filter)).events.map(({ action }) => action);
  expect(await actions({ number: number.toLowerCase() })).toEqual([
    "comment.created",
    "permit.updated",
    "permit.created",
  ]);
  expect(await actions({ number, person: "maria" })).toEqual(["comment.created"]);
  expect(await actions({ number: String(permit.id), kind: "permit" })).toEqual([
    "permit.updated",
    "permit.created",
  ]);
  await deletePermit(dana, permit.id);
  expect(await actions({ number, kind: "permit" })).toEqual([
    "permit.deleted",
    "permit.updated",
    "permit.created",
  ]);
  expect(await actions({ number: "XXX-26-999" })).toEqual([]);
});

test("an event has the row that it is about and its user, with their addresses while they exist", async () => {
  const permit = await makePermit(dana, cityId);
  const employeeId = maria.employeeId;
  await insert(
    { actorId: maria.id, action: "permit.updated", subject: "permit", subjectId: permit.id },
    { actorId: maria.id, action: "city.updated", subject: "city", subjectId: cityId },
    { actorId: maria.id, action: "employee.updated", subject: "employee", subjectId: employeeId },
    { actorId: maria.id, action: "city.updated", subject: "city", subjectId: 999_999 },
  );
  const { events } = await readAuditPage(dana, { person: "lopez", to: "2026-11-10" });
  const ofMaria = { name: "Maria Lopez", to: `/employees/${employeeId}/edit` };
  expect(events.slice(0, 4).map(({ row }) => row)).toEqual([
    undefined,
    ofMaria,
    { name: "Oakville", to: `/cities/${cityId}` },
    { name: permit.urban37PermitNumber, to: `/permits/${permit.id}` },
  ]);
  expect(events[0]?.actor).toEqual(ofMaria);
});

test("all events of a filter are read in batches", async () => {
  const ids = await insert(
    ...Array.from({ length: 1100 }, () => ({ action: "email.handled", subject: "email" })),
  );
  const found: number[] = [];
  for await (const batch of allAuditEvents(dana, { kind: "email" })) found.push(...batch.map(({ id }) => id));
  expect(found).toEqual(newestFirst(ids));
  expect(await db.$count(auditEvents, inArray(auditEvents.id, found))).toBe(1100);
});

test.skipIf(isPostgres).each<[AuditFilter, string]>([
  [{}, "audit_events_by_time"],
  [{ from: "2026-11-01", to: "2026-11-20" }, "audit_events_by_time (at>? AND at<?)"],
  [{ person: "lopez" }, "audit_events_by_actor_and_time (actor_id=?)"],
  [{ person: "lopez", kind: "city" }, "audit_events_by_actor_and_time (actor_id=?)"],
  [
    { person: "lopez", action: "city.updated", from: "2026-11-01" },
    "audit_events_by_actor_and_time (actor_id=? AND at>?)",
  ],
  [{ kind: "city" }, "audit_events_by_subject_and_time (subject=?)"],
  [{ action: "city.updated" }, "audit_events_by_action_and_time (action=?)"],
  [{ number: "7" }, "audit_events_by_subject (subject=? AND subject_id=?)"],
])("%j reads from %s", async (filter, index) => {
  const pages = [filter, { ...filter, before: (await idsIn({})).at(-1) }];
  for (const page of pages) {
    const plans = await plansOf(() => readAuditPage(dana, page));
    const plan = plans.find((one) => one.includes(index.split(" ")[0] ?? "")) ?? plans.join("\n");
    if (page === filter) expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN audit_events(?! USING)/);
  }
});

test.each(["employee", "city", null] as const)("the list is refused with 403: %s", async (role) => {
  const viewer = await makeViewer(role, role === "city" ? { cityId } : {});
  await expect(readAuditPage(viewer, {})).rejects.toMatchObject({ status: 403 });
  await expect(allAuditEvents(viewer, {}).next()).rejects.toMatchObject({ status: 403 });
});

test("the filter is read from the address, and what is not in it does not count", () => {
  const read = (query: string) => readAuditFilter(new URLSearchParams(query));
  const filter: AuditFilter = {
    ...({ person: "Dana", kind: "permit", action: "permit.updated", number: "7" } as const),
    ...{ from: "2026-11-01", to: "2026-11-30", before: 9 },
  };
  expect(read(auditQuery(filter))).toEqual(filter);
  expect(read("kind=nothing&action=permit&from=2026-02-30&to=x&before=-1&person=%20")).toEqual({});
  expect(read("kind=city&action=permit.updated")).toEqual({ kind: "city" });
  expect(auditQuery({})).toBe("?");
});
