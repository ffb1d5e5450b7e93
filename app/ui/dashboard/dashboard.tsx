import { Link } from "react-router";
import { counted } from "~/models/wording";
import type { DashboardData } from "~/pages/dashboard/dashboard.server";
import { ButtonLink } from "../button";
import { Card } from "../card";
import { PageHeader } from "../page-header";
import { PermitTable } from "../permits/permit-table";
import { StatisticsStrip } from "../statistics-strip";

export function Dashboard({ dashboard }: { dashboard: DashboardData }) {
  const { statistics, table, cities, employees } = dashboard;
  return (
    <>
      <PageHeader title="Administrator Dashboard" />
      <StatisticsStrip statistics={statistics} />
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

function CityManagement({ cities: { first, total } }: { cities: DashboardData["cities"] }) {
  return (
    <Card
      title="City Management"
      aside={
        <ButtonLink to="/cities?dialog=new" size="small">
          Add City
        </ButtonLink>
      }
      footer={<Link to="/cities">View All Cities ({total.toLocaleString("en-US")})</Link>}
      flush
    >
      <ul className="lines">
        {first.map(({ id, cityName, code, permits, inProcess }) => (
          <li key={id}>
            <span>
              <Link to={`/cities/${id}`}>{cityName}</Link> <span className="small">{code}</span>
            </span>
            <span className="small">
              {counted(permits, "permit", "permits")}, {inProcess} in process
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function EmployeeManagement({ employees: { first, total } }: { employees: DashboardData["employees"] }) {
  return (
    <Card
      title="Employee Management"
      aside={
        <ButtonLink to="/employees?dialog=new" size="small">
          Add Employee
        </ButtonLink>
      }
      footer={<Link to="/employees">View All Employees ({total.toLocaleString("en-US")})</Link>}
      flush
    >
      <ul className="lines">
        {first.map(({ id, name, openAssignments }) => (
          <li key={id}>
            <Link to={`/employees?dialog=edit&id=${id}`}>{name}</Link>
            <span className="small">{counted(openAssignments, "open task", "open tasks")}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
