import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { DashboardData } from "./dashboard-data";
import { buttonClass, Card, formatNumber } from "./elements";
import { PermitTable } from "./permits-tree";

/** The administrator's dashboard. */
export function DashboardPage({ dashboard }: { dashboard: DashboardData }) {
  const { cities, cityCount, employees, employeeCount } = dashboard;
  return (
    <main className="container mx-auto p-4 pt-16">
      <header className="mb-6">
        <h1 className="text-2xl font-semibold">Administrator Dashboard</h1>
      </header>
      <Statistics statistics={dashboard.statistics} />
      <Card id="plan-checks" title="Plan checks">
        <Tabs tabs={dashboard.planChecks} />
      </Card>
      <RecentPermits permits={dashboard.permits} />
      <div className="grid gap-6 md:grid-cols-2">
        <Summary
          id="cities"
          title="City Management"
          add="Add City"
          all={`View All Cities (${formatNumber(cityCount)})`}
        >
          {cities.map(({ id, name, code, permits, inProcess }) => (
            <li key={id} className={lineClass}>
              <span>
                <Link to={`/cities/${id}`}>{name}</Link> <span className="text-sm text-gray-500">{code}</span>
              </span>
              <span className="text-sm text-gray-500">
                {permits}, {inProcess} in process
              </span>
            </li>
          ))}
        </Summary>
        <Summary
          id="employees"
          title="Employee Management"
          add="Add Employee"
          all={`View All Employees (${formatNumber(employeeCount)})`}
        >
          {employees.map(({ id, name, open }) => (
            <li key={id} className={lineClass}>
              <Link to={`/employees?dialog=edit&id=${id}`}>{name}</Link>
              <span className="text-sm text-gray-500">{open}</span>
            </li>
          ))}
        </Summary>
      </div>
    </main>
  );
}

const lineClass = "flex justify-between gap-4 px-4 py-2";

function Statistics({ statistics }: Pick<DashboardData, "statistics">) {
  const { totalPermits, pendingReview, activeCities, employees } = statistics;
  const items = [
    { label: "Total Permits", value: formatNumber(totalPermits), hint: "In every status" },
    { label: "Pending Review", value: formatNumber(pendingReview), hint: "Permits in process" },
    { label: "Active Cities", value: activeCities, hint: "Cities that accept new permits" },
    { label: "Employees", value: employees, hint: "Certified plan reviewers" },
  ];
  return (
    <dl className="mb-6 grid gap-4 md:grid-cols-4">
      {items.map(({ label, value, hint }) => (
        <div key={label} className="rounded-xl border border-gray-200 p-4 dark:border-gray-800">
          <dt className="text-sm text-gray-500">{label}</dt>
          <dd className="text-2xl font-semibold">{value}</dd>
          <dd className="text-sm text-gray-500">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tabs({ tabs }: { tabs: DashboardData["planChecks"] }) {
  return (
    <nav aria-label="Plan checks">
      <ul className="flex flex-wrap gap-4 p-4">
        {tabs.map(({ label, count, to }) => (
          <li key={label}>
            <Link to={to}>
              {label} <strong>{formatNumber(count)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RecentPermits({ permits }: Pick<DashboardData, "permits">) {
  return (
    <Card
      id="recent-permits"
      title={
        <>
          Recent Permits
          <span className="block text-sm font-normal text-gray-500">
            Track and manage building permits across all municipalities
          </span>
        </>
      }
      aside={
        <Link to="/permits/new" className={buttonClass}>
          New Permit
        </Link>
      }
    >
      <PermitTable address="/" page={permits} Link={Link} Form={Form} />
    </Card>
  );
}

type SummaryProps = { id: string; title: string; add: string; all: string; children: ReactNode };

/** The first rows of a list, with links to the full list and to a new row. */
function Summary({ id, title, add, all, children }: SummaryProps) {
  return (
    <Card
      id={id}
      title={title}
      aside={
        <Link to={`/${id}?dialog=new`} className={buttonClass}>
          {add}
        </Link>
      }
      footer={<Link to={`/${id}`}>{all}</Link>}
    >
      <ul>{children}</ul>
    </Card>
  );
}
