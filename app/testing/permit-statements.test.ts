import { eq, max } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { reviewCycles } from "~/models/permits/permit";
import { updatePermit } from "~/models/permits/permit.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { assignments, planFiles, timeEntries } from "~/models/tables.server";
import { db, write, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { handleInContext, requestPage } from "./page-request";
import { loadedIn } from "./server-build";
import { statementsIn, statementsOf } from "./statements";
import { signInCookie } from "./test-addresses";
import { makeCity, makeComments, makePeople, makePermit, makeViewer } from "./test-rows";

const maximum = 10;

/** Of a dialog that a page opens. */
const maximumOfDialog = 4;

type Rows = Awaited<ReturnType<typeof makeRows>>;
type Address = (rows: Rows) => string;

let people: Awaited<ReturnType<typeof makePeople>>;
let reviewer: Viewer;
let cityId: number;
let few: Rows;
let many: Rows;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  people = await makePeople(cityId, (await makeCity()).id);
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  few = await makeRows(1);
  many = await makeRows(10);
});

/** Creates a permit with this number of rows of everything that belongs to a permit. */
async function makeRows(count: number) {
  const { id } = await makePermit(people.administrator, cityId);
  const numbers = Array.from({ length: count }, (_, index) => index);
  await write(async (tx) => {
    for (const number of numbers) {
      const reviewCycle = reviewCycles[Math.floor(number / 2)] ?? "PC1";
      const discipline = number % 2 ? "Structural" : "Fire";
      const stamps = { createdAt: "2026-11-02T09:00:00.000Z", updatedAt: "2026-11-02T09:00:00.000Z" };
      const employeeId = reviewer.employeeId ?? 0;
      const row = {
        permitId: id,
        reviewCycle,
        discipline,
        employeeId,
        status: "assigned",
        ...stamps,
      } as const;
      await tx.insert(assignments).values(row);
    }
  });
  for (const number of numbers) {
    const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${id} ${number}`));
    const files = [{ ...stored, fileName: `plan ${number}.pdf`, kind: "pdf" as const }];
    await addPlanFiles(people.administrator, id, { reviewCycle: "PC1", files });
    const workDate = "2026-11-02";
    await addTimeEntry(reviewer, id, { discipline: "Fire", hoursWorked: 1, workDate });
  }
  const [parentId = 0] = await makeComments({ id }, reviewer, [{ isShared: true }]);
  const replies = numbers.map(() => ({ parentId, isShared: true }));
  const replyIds = await makeComments({ id }, reviewer, replies);
  const newest = async (table: typeof assignments | typeof planFiles | typeof timeEntries) =>
    (
      await db
        .select({ id: max(table.id) })
        .from(table)
        .where(eq(table.permitId, id))
    )[0]?.id ?? 0;
  return {
    id,
    commentId: replyIds.at(-1) ?? 0,
    assignmentId: await newest(assignments),
    fileId: await newest(planFiles),
    entryId: await newest(timeEntries),
  };
}

const forAdministrators: Address[] = [
  ({ id }) => `/permits/${id}`,
  ({ id }) => `/permits/${id}?history`,
  ({ id }) => `/permits/${id}/edit`,
  ({ id, commentId }) => `/permits/${id}?before=${commentId}`,
  ({ id, commentId }) => `/permits/${id}?comment=${commentId}`,
  ({ id }) => `/permits/${id}/assignments`,
  ({ id }) => `/employee-dashboard/permits/${id}`,
  ({ id }) => `/oakvilles/permits/${id}`,
  () => "/permits/new",
  () => `/permits/new?cityId=${cityId}`,
];

const forReviewers: Address[] = [
  ({ id }) => `/permits/${id}`,
  ({ id }) => `/employee-dashboard/permits/${id}`,
  ({ id, commentId }) => `/employee-dashboard/permits/${id}?before=${commentId}&comment=${commentId}`,
  () => "/hours",
];

const forCities: Address[] = [
  ({ id }) => `/permits/${id}`,
  ({ id }) => `/oakvilles/permits/${id}`,
  ({ id, commentId }) => `/oakvilles/permits/${id}?before=${commentId}&comment=${commentId}`,
];

const dialogs: [viewer: () => Viewer, addressOf: Address][] = [
  [() => people.administrator, ({ id }) => `/permits/${id}/delete`],
  [() => people.administrator, ({ id }) => `/permits/${id}/next-cycle`],
  [
    () => people.administrator,
    ({ id, assignmentId }) => `/permits/${id}/assignments/${assignmentId}/reviewer`,
  ],
  [() => people.administrator, ({ id, fileId }) => `/permits/${id}/files/${fileId}/delete`],
  [() => people.administrator, ({ id, entryId }) => `/permits/${id}/time/${entryId}/edit`],
  [
    () => reviewer,
    ({ id, commentId }) => `/employee-dashboard/permits/${id}/comments/${commentId}/edit?before=${commentId}`,
  ],
  [
    () => reviewer,
    ({ id, assignmentId }) => `/employee-dashboard/permits/${id}/assignments/${assignmentId}/notes`,
  ],
  [() => people.cityUser, ({ id }) => `/oakvilles/permits/${id}/upload`],
];

const pages: [title: string, viewer: () => Viewer, addresses: Address[]][] = [
  ["an administrator", () => people.administrator, forAdministrators],
  ["a reviewer", () => reviewer, forReviewers],
  ["a city user", () => people.cityUser, forCities],
];

/** Returns the steps with which SQLite executes a statement, for any values. */
function planOf(statement: string): string[] {
  const values = Array(statement.split("?").length - 1).fill(null);
  const steps = writer.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(...values) as { detail: string }[];
  return steps.map(({ detail }) => detail);
}

/** A page of comments, and of each kind of events of a history, is first read in the order of an index. */
const isScan = (step: string) => step.startsWith("SCAN") && !/^SCAN (page|events_\d)$/.test(step);
/** Without statistics, SQLite may read all rows of an employee to find those of a permit. */
const isByEmployee = (step: string) => /\b(assignments|time_entries)_by_employee\b/.test(step);

test.skipIf(isPostgres)("an edit conflict finds the last editor by an index", async () => {
  const old = "2020-01-01T00:00:00.000Z";
  const edit = () => updatePermit(people.administrator, few.id, { projectName: "Other" }, old);
  const statements = await statementsIn(() => expect(edit()).rejects.toMatchObject({ status: 409 }));
  const lastEditor = statements.filter((statement) => statement.includes("audit_events"));
  expect(lastEditor.flatMap(planOf)).toEqual([expect.stringContaining("audit_events_by_subject")]);
});

describe.each(pages)("the pages of a permit for %s", (_, viewer, addresses) => {
  test.skipIf(isPostgres)("read only rows of the permit", async () => {
    const [addressOf] = addresses.slice(1);
    const cookie = await signInCookie(viewer());
    const statements = await statementsIn(() => requestPage(addressOf?.(many) ?? "", cookie));
    expect(statements.length).toBeGreaterThan(4);
    const steps = statements.flatMap(planOf);
    expect(steps.filter((step) => isScan(step) || isByEmployee(step))).toEqual([]);
  });

  test.each(addresses)(
    "%s have at most ten statements, the same number for one row and for ten",
    async (addressOf) => {
      const cookie = await signInCookie(viewer());
      const read = async (rows: Rows) => {
        const { status, statements } = await readAt(addressOf(rows), cookie);
        expect([200, 302], addressOf(rows)).toContain(status);
        return statements;
      };
      const forOne = await read(few);
      expect(await read(many)).toBe(forOne);
      expect(forOne).toBeLessThanOrEqual(maximum);
    },
  );
});

describe.each(dialogs)("a dialog of a permit, %s %s", (viewer, addressOf) => {
  const read = async (rows: Rows) => {
    const cookie = await signInCookie(viewer());
    const [path, query] = addressOf(rows).split("?");
    const { route, ...document } = await readAt(addressOf(rows), cookie);
    const own = new URLSearchParams([...new URLSearchParams(query), ["_routes", route]]);
    const alone = await readAt(`${path}.data?${own}`, cookie);
    expect([document.status, alone.status], addressOf(rows)).toEqual([200, 200]);
    return [document.statements, alone.statements] as const;
  };

  test("has few statements in a document and fewer alone, the same number for one row and for ten", async () => {
    const [inDocument, alone] = await read(few);
    expect(await read(many)).toEqual([inDocument, alone]);
    expect(inDocument).toBeLessThanOrEqual(maximum);
    expect(alone).toBeLessThanOrEqual(maximumOfDialog);
    expect(alone).toBeLessThan(inDocument);
  });
});

test("a dialog over a permit that does not exist is refused with its page, and no error is logged", async () => {
  const errors = vi.spyOn(console, "error");
  const cookie = await signInCookie(people.administrator);
  for (const dialog of ["/permits/9999/delete", "/permits/9999/letter/release"])
    expect((await requestPage(dialog, cookie)).status, dialog).toBe(404);
  expect(errors).not.toHaveBeenCalled();
});

async function readAt(address: string, cookie: string) {
  const context = new RouterContextProvider();
  let status = 0;
  const statements = await statementsOf(async () => {
    status = (await handleInContext(address, cookie, {}, context)).status;
  });
  return { status, statements, route: loadedIn.get(context)?.matches.at(-1)?.route.id ?? "" };
}
