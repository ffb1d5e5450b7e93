import type Database from "better-sqlite3";
import { addDays, formatDate } from "../../app/models/calendar-date";
import { pageSize } from "../../app/models/paging";
import { dueStatus } from "../../app/models/permits/due-date";
import { displayName } from "../../app/models/person";
import { type AssignmentStatus, assignmentStatuses } from "../../app/models/plan-review/assignment";
import { employeeTone } from "../../app/models/tone";
import { today } from "./dates";

type Badge = { label: string; tone: string };

/** The first page of the plan check calendar, ready to render. */
export type CalendarData = {
  today: string;
  rows: CalendarRow[];
  total: number;
  overdue: number;
  days: { date: string; count: number }[];
  employees: { value: number; label: string }[];
};

export type CalendarRow = {
  id: number;
  permitId: number;
  employee: Badge;
  discipline: string;
  number: string;
  revision: string | null;
  project: string;
  city: string;
  dueDate: string | null;
  permitDueDate: string;
  daysUntilDue: Badge | null;
  status: Badge;
  isCompleted: boolean;
};

type Name = { firstName: string | null; lastName: string | null; email: string };

type StoredAssignment = Name & {
  id: number;
  permitId: number;
  employeeId: number;
  discipline: string;
  status: AssignmentStatus;
  dueDate: string | null;
  permitDueDate: string;
  number: string;
  revision: string | null;
  project: string;
  city: string;
};

const shownDays = 14;

/** Returns a function that reads the calendar with as few queries as possible. */
export function calendarReader(database: Database.Database): () => CalendarData {
  const { assignments, total, dueCounts, reviewers } = queriesOf(database);
  return () => {
    const day = today();
    const counts = dueCounts.all(addDays(day, shownDays));
    const countOn = new Map(counts);
    return {
      today: day,
      rows: assignments.all(pageSize).map((assignment) => rowOf(assignment, day)),
      total: total.get() ?? 0,
      overdue: counts.filter(([date]) => date < day).reduce((sum, [, count]) => sum + count, 0),
      days: Array.from({ length: shownDays }, (_, index) => {
        const date = addDays(day, index);
        return { date, count: countOn.get(date) ?? 0 };
      }),
      employees: reviewers.all().map(({ id, ...person }) => ({ value: id, label: displayName(person) })),
    };
  };
}

const queriesOf = (database: Database.Database) => ({
  assignments: database.prepare<[number], StoredAssignment>(`
    select assignments.id, permits.id as permitId, employees.id as employeeId, discipline, assignments.status,
      employee_due_date as dueDate, due_date as permitDueDate, urban37_permit_number as number,
      revision_number as revision, project_name as project, city_name as city,
      first_name as firstName, last_name as lastName, email
    from assignments
    join permits on permits.id = assignments.permit_id
    join cities on cities.id = permits.city_id
    join employees on employees.id = assignments.employee_id
    join users on users.id = employees.user_id
    where assignments.is_current = true
    order by employee_due_date nulls last, assignments.id limit ?`),
  total: database.prepare<[], number>("select coalesce(sum(assignments), 0) from assignment_counts").pluck(),
  dueCounts: database
    .prepare<[string], [string, number]>("select due_date, assignments from due_counts where due_date < ?")
    .raw(),
  reviewers: database.prepare<[], Name & { id: number }>(`
    select employees.id, first_name as firstName, last_name as lastName, email
    from employees join users on users.id = employees.user_id
    where is_active = true
      and (role = 'employee' or employees.id in (select employee_id from employee_disciplines))
    order by lower(coalesce(first_name, '')), lower(coalesce(last_name, ''))`),
});

function rowOf(assignment: StoredAssignment, day: string): CalendarRow {
  const { id, permitId, discipline, number, revision, project, city, status, dueDate } = assignment;
  const isCompleted = status === "completed";
  const due = isCompleted || dueDate === null ? null : dueStatus(dueDate, day);
  return {
    id,
    permitId,
    employee: { label: displayName(assignment), tone: employeeTone(assignment.employeeId) },
    discipline,
    number,
    revision,
    project,
    city,
    dueDate: dueDate && formatDate(dueDate),
    permitDueDate: formatDate(assignment.permitDueDate),
    daysUntilDue: due && { label: due.label, tone: due.tone },
    status: assignmentStatuses[status],
    isCompleted,
  };
}
