import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Packed } from "~/models/packed";
import { planCheckTabs } from "~/models/plan-checks/plan-check-view";
import { pluralize } from "~/models/pluralize";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CountTabs } from "~/ui/count-tabs";
import { HomeQueueCard } from "~/ui/home-queue";
import { PageHeader } from "~/ui/page-header";
import { PermitTable } from "~/ui/permits/permit-table";
import { StatisticsStrip } from "~/ui/statistics";
import { useUnpacked } from "~/ui/use-unpacked";
import { WorkLinks } from "~/ui/work-links";
import type { DashboardData } from "./dashboard.server";
import { FirstStepsCard } from "./first-steps-card";
import { Notices } from "./notices";

export function Dashboard({ dashboard: packed }: { dashboard: Packed<DashboardData> }) {
  const dashboard = useUnpacked(packed);
  const { firstSteps, damagedLetters } = dashboard;
  return (
    <>
      <PageHeader title="Administrator Dashboard" />
      <Notices notices={dashboard.notices} />
      <DamagedLetters letters={damagedLetters} />
      {firstSteps ? <FirstStepsCard done={firstSteps} /> : <Overview dashboard={dashboard} />}
    </>
  );
}

function Overview({ dashboard }: { dashboard: DashboardData }) {
  const { statistics, planChecks, table, cities, employees } = dashboard;
  return (
    <>
      <HomeQueueCard queue={dashboard.queue} footer={<WorkLinks />} />
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
      {dashboard.lastBackup && <p className="small">Last backup: {dashboard.lastBackup}</p>}
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

function CityManagement({ cities: { first, total } }: { cities: DashboardData["cities"] }) {
  return (
    <Summary
      title="City Management"
      add={{ to: "/cities/new", label: "Add City" }}
      all={{ to: "/cities", label: `View All Cities (${total.toLocaleString("en-US")})` }}
    >
      {first.map(({ id, cityName, code, permits, inProcess }) => (
        <li key={id}>
          <span>
            <Link to={`/cities/${id}`}>{cityName}</Link> <span className="small">{code}</span>
          </span>
          <span className="small">
            {pluralize(permits, "permit", "permits")}, {inProcess} in process
          </span>
        </li>
      ))}
    </Summary>
  );
}

type EmployeeManagementProps = { employees: DashboardData["employees"] };

function EmployeeManagement({ employees: { first, total } }: EmployeeManagementProps) {
  return (
    <Summary
      title="Employee Management"
      add={{ to: "/employees/new", label: "Add Employee" }}
      all={{ to: "/employees", label: `View All Employees (${total.toLocaleString("en-US")})` }}
    >
      {first.map(({ id, name, openAssignments }) => (
        <li key={id}>
          <Link to={`/employees/${id}/edit`}>{name}</Link>
          <span className="small">{pluralize(openAssignments, "open task", "open tasks")}</span>
        </li>
      ))}
    </Summary>
  );
}

type LinkTarget = { to: string; label: string };
type SummaryProps = { title: string; add: LinkTarget; all: LinkTarget; children: ReactNode };

function Summary({ title, add, all, children }: SummaryProps) {
  return (
    <Card
      title={title}
      aside={
        <ButtonLink to={add.to} size="small">
          {add.label}
        </ButtonLink>
      }
      footer={<Link to={all.to}>{all.label}</Link>}
      flush
    >
      <ul className="lines">{children}</ul>
    </Card>
  );
}
