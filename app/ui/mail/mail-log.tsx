import { mailColumns, mailStatuses } from "~/models/mail/mail";
import type { MailLogData } from "~/pages/mail/mail-log.server";
import { Badge } from "../badge";
import { Card } from "../card";
import { EmailAddress } from "../email-address";
import { PageHeader } from "../page-header";
import { PagedList } from "../paged-list";
import { type Cells, RowsTable } from "../rows-table";

type MailRow = MailLogData["rows"][number];

/** What was mailed to whom, and whether it went out. */
export function MailLog({ log: { rows, total, page } }: { log: MailLogData }) {
  return (
    <>
      <PageHeader
        title="Mail"
        subtitle="Invitations, password links and notifications, the newest first"
        back={{ to: "/employees", label: "Back to employees" }}
      />
      <Card title="Mail log" flush>
        <PagedList
          rows={rows}
          empty={{ title: "No mail yet", hint: "Invitations and notifications are listed here." }}
          pager={{ page, total, noun: "letters", href: (number) => `?page=${number}` }}
        >
          <RowsTable caption="Mail" columns={mailColumns} cells={cells} rows={rows} />
        </PagedList>
      </Card>
    </>
  );
}

const cells: Cells<typeof mailColumns, MailRow> = {
  toAddress: ({ toAddress }) => <EmailAddress email={toAddress} />,
  subject: ({ subject }) => subject,
  status: (mail) => (
    <>
      <Badge tone={mailStatuses[mail.status].tone}>{mailStatuses[mail.status].label}</Badge>
      <Outcome mail={mail} />
    </>
  ),
  sentAt: ({ sentAt, createdAt }) => sentAt ?? createdAt,
};

function Outcome({ mail: { status, attempts, nextAttemptAt, lastError } }: { mail: MailRow }) {
  if (status === "sent" || !lastError) return null;
  return (
    <>
      <span className="small block">{lastError}</span>
      <span className="small block">
        {status === "waiting"
          ? `Attempt ${attempts} failed. Next try ${nextAttemptAt}`
          : "Given up. If it held a link, send a new one."}
      </span>
    </>
  );
}
