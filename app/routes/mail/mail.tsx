import { formatMoment } from "~/models/clock.server";
import { type MailStatus, mailColumns, mailStatuses } from "~/models/mail/mail";
import { listEmails } from "~/models/mail/mail.server";
import { readSearchFilter, searchFilterQuery } from "~/models/search-filter";
import { viewerOf } from "~/platform/http/viewer.server";
import { Badge, LabelBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { EmailAddress } from "~/ui/email-address";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { type Cells, RowsTable } from "~/ui/table";
import type { Route } from "./+types/mail";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "mail.read");
  const filter = readSearchFilter(url.searchParams);
  const { rows, total, page } = await listEmails(viewer, filter.page ?? 1, filter.rows);
  return {
    total,
    page,
    size: filter.rows,
    rows: rows.map(({ nextAttemptAt, createdAt, sentAt, ...email }) => ({
      ...email,
      createdAt: formatMoment(createdAt),
      sentAt: sentAt && formatMoment(sentAt),
      nextAttemptAt: nextAttemptAt && formatMoment(nextAttemptAt),
    })),
  };
}

export default function Mail({ loaderData: { rows, total, page, size } }: Route.ComponentProps) {
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
          pager={
            <Pager
              page={page}
              total={total}
              size={size}
              noun="emails"
              href={(number) => searchFilterQuery({ page: number, rows: size })}
              rowsHref={(rows) => searchFilterQuery({ rows })}
            />
          }
        />
      </Card>
    </>
  );
}

type MailRow = Route.ComponentProps["loaderData"]["rows"][number];

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
