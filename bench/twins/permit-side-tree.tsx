import { Link } from "react-router";
import { reviewLabel } from "../../app/models/permits/permit";
import { Badge, buttonClass, Card, Fact, Facts } from "./elements";
import type { PermitData } from "./permit-data";

type PermitProps = { permit: PermitData };

export function QuickInfo({ permit }: PermitProps) {
  const { reviewCycle, year, due, createdOn, submittedOn, isExpedited, needsPhysicalPlans, updated } = permit;
  return (
    <Card id="quick-info" title="Quick Info">
      <Facts>
        <Fact label="Review cycle">{reviewCycle}</Fact>
        <Fact label="Permit year">{year}</Fact>
        <Fact label="Due date" wide>
          <span className={due.isLate ? "text-red-700" : undefined}>{due.date}</span>
          {due.note && <span className="text-sm text-gray-500"> {due.note}</span>}
        </Fact>
        <Fact label="Created">{createdOn}</Fact>
        <Fact label="Submitted">{submittedOn}</Fact>
        <Fact label="Expedited review">{isExpedited ? "Yes" : "No"}</Fact>
        <Fact label="Physical plans">{needsPhysicalPlans ? "Needed" : "Not needed"}</Fact>
        <Fact label="Last changed" wide>
          {updated}
        </Fact>
      </Facts>
    </Card>
  );
}

/** The reviewer of each discipline in the current cycle, with the earlier cycles collapsed. */
export function Assignments({ permit: { id, reviewCycle, assignments } }: PermitProps) {
  return (
    <Card
      id="assignments"
      title="Assignments"
      aside={<span className="text-sm text-gray-500">{reviewCycle}</span>}
    >
      <AssignmentLines lines={assignments.current} />
      {assignments.earlier.map(({ cycle, lines }) => (
        <details key={cycle} className="border-t border-gray-200 dark:border-gray-800">
          <summary className="px-4 py-2">{reviewLabel(cycle)}</summary>
          <AssignmentLines lines={lines} />
        </details>
      ))}
      <div className="flex gap-2 border-t border-gray-200 p-4 dark:border-gray-800">
        <Link to={`/permits/${id}/assignments`} className={buttonClass}>
          Assign reviewers
        </Link>
        <Link to="?dialog=next-cycle" preventScrollReset className={buttonClass}>
          Start next review cycle
        </Link>
      </div>
    </Card>
  );
}

const AssignmentLines = ({ lines }: { lines: PermitData["assignments"]["current"] }) => (
  <ul>
    {lines.map(({ id, discipline, name, due, isLate, badge, comment }) => (
      <li key={id} className="flex flex-wrap justify-between gap-2 px-4 py-2">
        <span className="min-w-0">
          <strong>{discipline}</strong>
          <span className="block">{name}</span>
          <span className={isLate ? "text-sm text-red-700" : "text-sm text-gray-500"}>Due {due}</span>
        </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {comment && <p className="w-full text-sm">{comment}</p>}
      </li>
    ))}
  </ul>
);

export function Applicant({ applicant: { name, email, phone } }: Pick<PermitData, "applicant">) {
  if (!name && !email && !phone) return null;
  return (
    <Card id="applicant" title="Applicant">
      <Facts>
        {name && (
          <Fact label="Name" wide>
            {name}
          </Fact>
        )}
        {email && (
          <Fact label="Email" wide>
            <a href={`mailto:${email}`}>{email}</a>
          </Fact>
        )}
        {phone && (
          <Fact label="Phone" wide>
            {phone}
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
