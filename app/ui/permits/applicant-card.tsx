import { mailLink } from "~/models/email";
import { phoneLink } from "~/models/phone";
import { Card, Fact, Facts } from "../card";

type Applicant = {
  applicantName: string | null;
  applicantEmail: string | null;
  applicantPhone: string | null;
};

/** The applicant's contact data; renders nothing when all of it is missing. */
export function ApplicantCard({ title, permit }: { title: string; permit: Applicant }) {
  const { applicantName, applicantEmail, applicantPhone } = permit;
  if (!applicantName && !applicantEmail && !applicantPhone) return null;
  return (
    <Card title={title}>
      <Facts>
        {applicantName && (
          <Fact label="Name" wide>
            {applicantName}
          </Fact>
        )}
        {applicantEmail && (
          <Fact label="Email" wide>
            <a href={mailLink(applicantEmail)}>{applicantEmail}</a>
          </Fact>
        )}
        {applicantPhone && (
          <Fact label="Phone" wide>
            <PhoneNumber phone={applicantPhone} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

/** A number as a link that calls it; one of another country stays a text. */
function PhoneNumber({ phone }: { phone: string }) {
  const link = phoneLink(phone);
  return link ? <a href={link}>{phone}</a> : phone;
}
