import { and, asc, count, desc, eq, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import type { List } from "~/platform/db/list.server";
import { prepareOncePerShape } from "~/platform/db/prepared.server";
import { type AssignmentChange, changeText, type Pair } from "../assignments/assignment-change";
import { rowsBefore } from "../paging";
import { reviewerNames } from "../person.server";
import { allow, type Viewer } from "../policy";
import { assignments, auditEvents, letters, planChecks } from "../tables.server";
import {
  type ChangedFields,
  type Changes,
  changedFields,
  letterText,
  permitEventText,
  planCheckText,
} from "./permit-event";
import type { Permit } from "./permit-scope.server";

const maxEvents = 100;

export type PermitEvent = {
  id: number;
  at: string;
  actorName: string;
  action: string;
  text: string;
  changes: ChangedFields;
};

export async function permitHistory(viewer: Viewer, permit: Permit, limit = maxEvents) {
  allow(viewer, "permit.history");
  return toEvents(permit, await latestFor(limit).execute({ permitId: permit.id }));
}

const latestFor = prepareOncePerShape((limit: number) =>
  selectEvents(eventsOfPermit(sql.placeholder("permitId")), {}, { limit }).prepare(),
);

type Order = { sort?: "at"; descending?: boolean };

export function historyList(viewer: Viewer, permit: Permit, order: Order): List<PermitEvent> {
  allow(viewer, "permit.history");
  const conditions = eventsOfPermit(permit.id);
  const read = async (range: Range) => toEvents(permit, await selectEvents(conditions, order, range));
  return {
    count: () => countEvents(conditions),
    page: (page, size) => read({ limit: size, offset: rowsBefore(page, size) }),
    all: async function* () {
      yield read({ limit: await countEvents(conditions) });
    },
  };
}

async function countEvents(conditions: (SQL | undefined)[]): Promise<number> {
  // An index has the events of each condition.
  const counts = conditions.map(
    (condition) => sql`(${db.select({ events: count() }).from(auditEvents).where(condition)})`,
  );
  const [row] = await db
    .select({ events: sql<number>`${sql.join(counts, sql` + `)}` })
    .from(sql`(select 1) as one_row`);
  return row?.events ?? 0;
}

const sortKeyOf = ({ sort, descending = false }: Order) => ({
  by: sort ? auditEvents.at : auditEvents.id,
  descending: descending || !sort,
});

/** Older events have the assignment as subject, and are found until it is deleted. */
export function eventsOfPermit(id: number | Placeholder): (SQL | undefined)[] {
  const assignmentIds = db
    .select({ id: assignments.id })
    .from(assignments)
    .where(eq(assignments.permitId, id));
  const planCheckIds = db.select({ id: planChecks.id }).from(planChecks).where(eq(planChecks.permitId, id));
  const letterIds = db.select({ id: letters.id }).from(letters).where(eq(letters.permitId, id));
  return [
    and(eq(auditEvents.subject, "letter"), inArray(auditEvents.subjectId, letterIds)),
    and(eq(auditEvents.subject, "permit"), eq(auditEvents.subjectId, id)),
    and(eq(auditEvents.subject, "assignment"), inArray(auditEvents.subjectId, assignmentIds)),
    and(eq(auditEvents.subject, "plan-check"), inArray(auditEvents.subjectId, planCheckIds)),
  ];
}

type Range = { limit: number; offset?: number };

function selectEvents(conditions: (SQL | undefined)[], order: Order, { limit, offset = 0 }: Range) {
  const { by, descending } = sortKeyOf(order);
  const direction = descending ? desc : asc;
  const inOrder = [direction(by), direction(auditEvents.id)];
  // An index has them in order, and only they are read.
  const firstOf = (condition: SQL | undefined, index: number) => {
    const first = db
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(condition)
      .orderBy(...inOrder)
      .limit(offset + limit);
    return sql`select id from (${first}) as ${sql.raw(`events_${index}`)}`;
  };
  const firstIds = sql.join(conditions.map(firstOf), sql` union all `);
  const isOfAssignment = and(
    eq(auditEvents.subject, "assignment"),
    eq(assignments.id, auditEvents.subjectId),
  );
  const isOfPlanCheck = and(eq(auditEvents.subject, "plan-check"), eq(planChecks.id, auditEvents.subjectId));
  return db
    .select({
      event: auditEvents,
      assignment: { discipline: assignments.discipline, reviewCycle: assignments.reviewCycle },
      planCheck: { reviewCycle: planChecks.reviewCycle },
    })
    .from(auditEvents)
    .leftJoin(assignments, isOfAssignment)
    .leftJoin(planChecks, isOfPlanCheck)
    .where(sql`${auditEvents.id} in (${firstIds})`)
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset);
}

async function toEvents(
  { city: { approvalWording } }: Permit,
  rows: Awaited<ReturnType<typeof selectEvents>>,
): Promise<PermitEvent[]> {
  const employeeIds = rows.flatMap(({ event: { subject, changes } }) =>
    subject === "assignment" ? employeesIn(changes) : [],
  );
  const names = await reviewerNames(employeeIds);
  return rows.map(({ event, assignment, planCheck }) => {
    const { id, at, actorName, action, changes } = event;
    const plain = { id, at, actorName, action, changes: {} };
    if (event.subject === "assignment") {
      const kind = action === "assignment.created" ? "created" : "updated";
      const change = earlierAssignmentChange(kind, { changes, assignment, names });
      return { ...plain, action: `permit.assignment-${kind}`, text: changeText(change, approvalWording) };
    }
    if (event.subject === "letter") return { ...plain, text: letterText(changes, approvalWording) };
    if (planCheck) return { ...plain, text: `${planCheck.reviewCycle}: ${planCheckText(action, changes)}` };
    if (action === "permit.created") return { ...plain, text: "Created" };
    const text = permitEventText(action, changes, approvalWording) ?? "Changed";
    return { ...plain, text, changes: changedFields(action, changes) };
  });
}

const employeesIn = (changes: Changes) => (changes.employeeId ?? [null, null]) as Pair<number>;

type EarlierAssignment = { changes: Changes; assignment: object | null; names: Map<number, string> };

/** Older events have no names. */
function earlierAssignmentChange(kind: AssignmentChange["kind"], of: EarlierAssignment): AssignmentChange {
  const nameOf = (id: number | null) => id && (of.names.get(id) ?? "a deleted employee");
  const employee = employeesIn(of.changes).map(nameOf);
  return { ...of.changes, ...of.assignment, kind, employee } as AssignmentChange;
}
