import { mailStatuses } from "~/models/mail/mail";
import type { MailLogData } from "~/pages/mail/mail-log.server";
import { Badge } from "../badge";
import { Card } from "../card";
import { EmailAddress } from "../email-address";
import { PageHeader } from "../page-header";
import { Pager } from "../pager";
import { EmptyState } from "../sheet";
import { Cell, Row, Table } from "../table";

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
        {rows.length === 0 ? (
          <EmptyState title="No mail yet" hint="Invitations and notifications are listed here." />
        ) : (
          <MailTable rows={rows} />
        )}
        {total > 0 && <Pager page={page} total={total} noun="letters" href={(number) => `?page=${number}`} />}
      </Card>
    </>
  );
}

const columns = [
  { key: "to", label: "To" },
  { key: "subject", label: "Subject" },
  { key: "status", label: "Status" },
  { key: "time", label: "Time" },
];

function MailTable({ rows }: { rows: MailRow[] }) {
  return (
    <Table caption="Mail" columns={columns}>
      {rows.map((mail) => (
        <Row key={mail.id}>
          <Cell label="To">
            <EmailAddress email={mail.toAddress} />
          </Cell>
          <Cell label="Subject">{mail.subject}</Cell>
          <Cell label="Status">
            <Badge tone={mailStatuses[mail.status].tone}>{mailStatuses[mail.status].label}</Badge>
            <Outcome mail={mail} />
          </Cell>
          <Cell label="Time">{mail.sentAt ?? mail.createdAt}</Cell>
        </Row>
      ))}
    </Table>
  );
}

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
