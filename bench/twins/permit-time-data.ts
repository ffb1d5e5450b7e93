import type Database from "better-sqlite3";
import { formatDate } from "../../app/models/calendar-date";
import { type Discipline, disciplines } from "../../app/models/discipline";
import type { ReviewCycle } from "../../app/models/permits/permit";
import { displayName } from "../../app/models/person";
import { formatHours, totalOf, totalsOf } from "../../app/models/plan-review/time-entry";
import type { ReviewsData } from "./permit-reviews-data";

type StoredEntry = {
  id: number;
  workDate: string;
  quarterHours: number;
  discipline: Discipline;
  reviewCycle: ReviewCycle;
  description: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** The hours on a permit, and who can log more. */
export type TimeData = ReturnType<ReturnType<typeof timeReader>>;

export function timeReader(database: Database.Database) {
  const query = database.prepare<[number], StoredEntry>(`
    select time_entries.id, work_date as workDate, quarter_hours as quarterHours, discipline,
      review_cycle as reviewCycle, description, first_name as firstName, last_name as lastName, email
    from time_entries
    join employees on employees.id = time_entries.employee_id
    join users on users.id = employees.user_id
    where permit_id = ? order by work_date desc, time_entries.id desc`);
  return (permitId: number, { stored }: ReviewsData) => {
    const entries = query.all(permitId);
    const certified = stored
      .filter(({ isCertified }) => isCertified === 1)
      .toSorted((first, second) => first.name.localeCompare(second.name, "en-US"));
    return {
      entries: entries.map((entry) => ({
        id: entry.id,
        day: formatDate(entry.workDate),
        hours: formatHours(entry.quarterHours),
        what: [entry.discipline, entry.description].filter(Boolean).join(", "),
        employee: displayName(entry),
      })),
      hours: formatHours(totalOf(entries)),
      totals: totalsOf(entries).map(({ reviewCycle, discipline, quarterHours }) => ({
        cycle: reviewCycle,
        discipline,
        hours: formatHours(quarterHours),
      })),
      reviewers: [...new Map(certified.map(({ employeeId, name }) => [employeeId, name]))].map(
        ([value, label]) => ({ value, label }),
      ),
      disciplines: disciplines.filter((name) => certified.some(({ discipline }) => discipline === name)),
    };
  };
}
