import type { ReactNode } from "react";
import type { GroupedName, RowOf } from "~/models/columns";
import type { permitColumns } from "~/models/permits/permit-columns";
import { mailLink } from "~/models/person";
import { phoneLink } from "~/models/phone";
import { ButtonLink } from "../button";
import { Card, Facts, InOrder, WideFact } from "../card";

type ApplicantField = GroupedName<typeof permitColumns, "applicant">;
type Applicant = Pick<RowOf<typeof permitColumns>, ApplicantField>;

type ApplicantCardProps = {
  title: string;
  permit: Applicant;
  /** The address of the page of its status links, for who may make them. */
  statusLinks: string | null;
};

export function ApplicantCard({ title, permit, statusLinks }: ApplicantCardProps) {
  const { applicantName, applicantEmail, applicantPhone } = permit;
  const facts: Record<ApplicantField, ReactNode> = {
    applicantName: applicantName && <WideFact label="Name">{applicantName}</WideFact>,
    applicantEmail: applicantEmail && (
      <WideFact label="Email">
        <a href={mailLink(applicantEmail)}>{applicantEmail}</a>
      </WideFact>
    ),
    applicantPhone: applicantPhone && (
      <WideFact label="Phone">
        <PhoneNumber phone={applicantPhone} />
      </WideFact>
    ),
  };
  const isKnown = Object.values(facts).some(Boolean);
  if (!isKnown && !statusLinks) return null;
  return (
    <Card
      title={title}
      footer={
        statusLinks && (
          <ButtonLink size="small" to={statusLinks}>
            Status links
          </ButtonLink>
        )
      }
    >
      {isKnown ? (
        <Facts>
          <InOrder of={facts} />
        </Facts>
      ) : (
        <p className="small">Nothing is known about the applicant.</p>
      )}
    </Card>
  );
}

/** A number as a link that calls it; one of another country stays a text. */
function PhoneNumber({ phone }: { phone: string }) {
  const link = phoneLink(phone);
  return link ? <a href={link}>{phone}</a> : phone;
}
