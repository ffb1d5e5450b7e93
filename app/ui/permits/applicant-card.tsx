import type { ReactNode } from "react";
import type { GroupedName, RowOf } from "~/models/columns";
import type { permitColumns } from "~/models/permits/permit-columns";
import { mailLink } from "~/models/person";
import { phoneLink } from "~/models/phone";
import { Card, Facts, InOrder, WideFact } from "../card";

type ApplicantField = GroupedName<typeof permitColumns, "applicant">;
type Applicant = Pick<RowOf<typeof permitColumns>, ApplicantField>;

export function ApplicantCard({ title, permit }: { title: string; permit: Applicant }) {
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
  if (!Object.values(facts).some(Boolean)) return null;
  return (
    <Card title={title}>
      <Facts>
        <InOrder of={facts} />
      </Facts>
    </Card>
  );
}

/** A number as a link that calls it; one of another country stays a text. */
function PhoneNumber({ phone }: { phone: string }) {
  const link = phoneLink(phone);
  return link ? <a href={link}>{phone}</a> : phone;
}
