import type { ReactNode } from "react";
import { Link } from "react-router";
import { pluralize } from "~/models/pluralize";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { DashboardData } from "./dashboard.server";

export function CityManagement({ cities: { first, total } }: { cities: DashboardData["cities"] }) {
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

export function EmployeeManagement({
  employees: { first, total },
}: {
  employees: DashboardData["employees"];
}) {
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
