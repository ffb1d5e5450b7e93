import { type MailStatus, mailColumns, mailStatuses } from "~/models/mail/mail";
import type { MailLogData } from "~/pages/mail/mail-log.server";
import { Badge, LabelBadge } from "../badge";
import { Card } from "../card";
import { EmailAddress } from "../email-address";
import { PageHeader } from "../page-header";
import { type Cells, RowsTable } from "../table";

type MailRow = MailLogData["rows"][number];

export function MailLog({ log: { rows, total, page } }: { log: MailLogData }) {
  return (
    <>
      <PageHeader
        title="Log of emails"
        subtitle="Invitations, password links and notifications, newest first"
        back={{ to: "/employees", label: "Back to employees" }}
      />
      <Card title="Emails" flush>
        <RowsTable
          caption="Emails"
          rowHeading="subject"
          columns={mailColumns}
          cells={cells}
          rows={rows}
          empty={{ title: "No emails yet", hint: "Invitations and notifications are listed here." }}
          pager={{ page, total, noun: "emails", href: (number) => `?page=${number}` }}
        />
      </Card>
    </>
  );
}

const cells: Cells<typeof mailColumns, MailRow> = {
  toAddress: ({ toAddress }) => <EmailAddress email={toAddress} />,
  subject: ({ subject }) => subject,
  status: (email) => (
    <>
      {isInFolder(email) ? (
        <Badge tone="yellow">Not sent</Badge>
      ) : (
        <LabelBadge of={mailStatuses[email.status]} />
      )}
      <Attempts email={email} />
    </>
  ),
  sentAt: ({ sentAt, createdAt }) => sentAt ?? createdAt,
};

/** Whether an email is done, but no mail server has sent it. */
const isInFolder = ({ status, lastError }: MailRow) => mailStatuses[status].isDone && lastError !== null;

/** What comes after a failed attempt. */
const nextSteps: Record<MailStatus, (email: MailRow) => string | null> = {
  waiting: ({ attempts, nextAttemptAt }) =>
    `${attempts > 0 ? `Attempt ${attempts} failed. ` : ""}Next try ${nextAttemptAt}`,
  sent: () => null,
  failed: () => "Delivery failed. If this email contained a link, send a new one.",
};

function Attempts({ email }: { email: MailRow }) {
  const nextStep = nextSteps[email.status](email);
  if (!email.lastError) return null;
  return (
    <>
      <span className="small block">{email.lastError}</span>
      {nextStep && <span className="small block">{nextStep}</span>}
    </>
  );
}
