import { Link } from "react-router";
import { planCheckTabs } from "~/models/plan-checks/plan-check-view";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CountTabs } from "~/ui/count-tabs";
import { PageHeader } from "~/ui/page-header";
import { PermitTable } from "~/ui/permits/permit-table";
import { StatisticsStrip } from "~/ui/statistics";
import type { DashboardData } from "./dashboard.server";
import { CityManagement, EmployeeManagement } from "./management-cards";

export function Dashboard({ dashboard }: { dashboard: DashboardData }) {
  const { statistics, planChecks, table, cities, employees } = dashboard;
  return (
    <>
      <PageHeader title="Administrator Dashboard" />
      <DamagedLetters letters={dashboard.damagedLetters} />
      <StatisticsStrip statistics={statistics} />
      <Card title="Plan checks" flush>
        <CountTabs
          label="Plan checks"
          tabs={planCheckTabs(planChecks, (view) => `/plan-checks?view=${view}`)}
        />
      </Card>
      <Card
        flush
        title={
          <>
            Recent Permits
            <span className="small block font-normal">
              Track and manage building permits across all municipalities
            </span>
          </>
        }
        aside={
          table.mayCreate && (
            <ButtonLink to="/permits/new" tone="primary">
              New Permit
            </ButtonLink>
          )
        }
      >
        <PermitTable table={table} />
      </Card>
      <div className="halves">
        <CityManagement cities={cities} />
        <EmployeeManagement employees={employees} />
      </div>
    </>
  );
}

function DamagedLetters({ letters }: { letters: DashboardData["damagedLetters"] }) {
  if (letters.length === 0) return null;
  return (
    <div className="note">
      <h2>Files of letters that are missing or changed on the server</h2>
      <ul>
        {letters.map(({ id, permitId, number }) => (
          <li key={id}>
            <Link to={`/permits/${permitId}/letters/${id}`}>{number}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
