import type Database from "better-sqlite3";
import { displayName } from "../../app/models/person";
import {
  type PlanCheckView,
  planCheckTabs,
  planCheckViewValues,
} from "../../app/models/plan-checks/plan-check-view";
import { pluralize } from "../../app/models/pluralize";
import { today } from "./dates";
import { type PageData, permitsReader } from "./permits-data";

/** The administrator's dashboard, ready to render. */
export type DashboardData = {
  statistics: { totalPermits: number; pendingReview: number; activeCities: number; employees: number };
  planChecks: { label: string; count: number; to: string }[];
  permits: PageData;
  cities: { id: number; name: string; code: string; permits: string; inProcess: number }[];
  cityCount: number;
  employees: { id: number; name: string; open: string }[];
  employeeCount: number;
};

type StoredCity = { id: number; name: string; code: string; permits: number; inProcess: number };
type StoredEmployee = {
  id: number;
  firstName: string | null;
  lastName: string | null;
  email: string;
  open: number;
};

/** Returns a function that reads the dashboard with as few queries as possible. */
export function dashboardReader(database: Database.Database): () => DashboardData {
  const readPermits = permitsReader(database);
  const { statistics, planChecks, cities, employees } = queriesOf(database);
  return () => {
    const { cityCount, employeeCount, ...counts } = statistics.get() as Counts;
    const ofView = Object.fromEntries(planChecks.all(today()));
    const views = Object.fromEntries(planCheckViewValues.map((view) => [view, ofView[view] ?? 0]));
    return {
      statistics: counts,
      planChecks: planCheckTabs(
        views as Record<PlanCheckView, number>,
        (view) => `/plan-checks?view=${view}`,
      ),
      permits: readPermits(),
      cities: cities
        .all()
        .map((city) => ({ ...city, permits: pluralize(city.permits, "permit", "permits") })),
      cityCount,
      employees: employees.all().map(({ id, open, ...person }) => ({
        id,
        name: displayName(person),
        open: pluralize(open, "open task", "open tasks"),
      })),
      employeeCount,
    };
  };
}

type Counts = DashboardData["statistics"] & { cityCount: number; employeeCount: number };

const queriesOf = (database: Database.Database) => ({
  statistics: database.prepare<[], Counts>(`
    select
      (select coalesce(sum(permits), 0) from permit_counts) as totalPermits,
      (select coalesce(sum(permits), 0) from permit_counts where status = 'in_process') as pendingReview,
      (select count(*) from cities where is_active = true) as activeCities,
      (select count(*) from employees join users on users.id = employees.user_id
        where role = 'employee' or employees.id in (select employee_id from employee_disciplines)) as employees,
      (select count(*) from cities) as cityCount,
      (select count(*) from employees join users on users.id = employees.user_id
        where role in ('admin', 'employee')) as employeeCount`),
  planChecks: database
    .prepare<[string], [string, number]>(`
      select word, sum(plan_checks) from plan_check_counts group by word
      union all
      select 'late', coalesce(sum(plan_checks), 0) from plan_check_due_counts where due_date < ?`)
    .raw(),
  cities: database.prepare<[], StoredCity>(`
    select cities.id, city_name as name, urban37_city_code as code, coalesce(sum(permits), 0) as permits,
      coalesce(sum(permits) filter (where status = 'in_process'), 0) as inProcess
    from (select * from cities order by city_name, id limit 3) as cities
    left join permit_counts on permit_counts.city_id = cities.id
    group by cities.id order by city_name, cities.id`),
  employees: database.prepare<[], StoredEmployee>(`
    select employees.id, first_name as firstName, last_name as lastName, email,
      (select coalesce(sum(assignments), 0) from assignment_counts
        where employee_id = employees.id and assignment_counts.status <> 'completed') as open
    from employees join users on users.id = employees.user_id
    where role in ('admin', 'employee')
    order by lower(coalesce(first_name, '')), lower(coalesce(last_name, '')), employees.id limit 3`),
});
