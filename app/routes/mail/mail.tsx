import { pageQuery } from "~/models/address";
import { formatMoment } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { mailColumns } from "~/models/mail/mail";
import { HandledSchema } from "~/models/mail/mail.schema.server";
import { listEmails, markHandled } from "~/models/mail/mail-log.server";
import { mailQuery, mailViews, mailViewValues, readMailFilter } from "~/models/mail/mail-view";
import { submit } from "~/platform/forms/form.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { CountTabs } from "~/ui/count-tabs";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { RowsTable } from "~/ui/table";
import { FailureOfGoneForm } from "~/ui/toast";
import type { Route } from "./+types/mail";
import { DoneForm, mailCells } from "./parts/mail-cells";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "mail.read");
  const filter = readMailFilter(url.searchParams);
  const { rows, counts, page } = await listEmails(viewer, filter);
  return {
    counts,
    filter: { ...filter, page },
    rows: rows.map(({ nextAttemptAt, createdAt, sentAt, handledAt, ...email }) => ({
      ...email,
      createdAt: formatMoment(createdAt),
      sentAt: sentAt && formatMoment(sentAt),
      nextAttemptAt: nextAttemptAt && formatMoment(nextAttemptAt),
      handledAt: handledAt && formatMoment(handledAt),
    })),
  };
}

export const action = ({ request, url, context }: Route.ActionArgs) =>
  submitForm(
    { request, url, viewer: viewerOf(context, "mail.manage") },
    {
      done: ({ viewer }) =>
        submit(request, HandledSchema, { failure: failures.handleEmail }, async ({ ids }) => {
          await markHandled(viewer, ids);
          return redirectWithSuccess(`/mail${pageQuery(url.search)}`, "Marked as done");
        }),
    },
  );

export default function Mail({ loaderData: { rows, counts, filter } }: Route.ComponentProps) {
  const { label, empty } = mailViews[filter.view];
  return (
    <>
      <PageHeader
        title="Log of emails"
        subtitle="Invitations, password links and notifications, newest first"
        back={{ to: "/employees", label: "Back to employees" }}
      />
      <FailureOfGoneForm />
      <div className="card">
        <CountTabs
          label="Emails by status"
          tabs={mailViewValues.map((view) => ({
            label: mailViews[view].label,
            count: counts[view],
            to: mailQuery({ view, rows: filter.rows }),
          }))}
          current={label}
        />
        {filter.view === "failed" && rows.length > 1 && (
          <div className="card-body">
            <DoneForm filter={filter} ids={rows.map(({ id }) => id)}>
              Mark all on this page as done
            </DoneForm>
          </div>
        )}
        <RowsTable
          caption={`Emails: ${label}`}
          rowHeading="subject"
          columns={mailColumns}
          cells={mailCells(filter)}
          rows={rows}
          empty={{ title: empty, hint: "Invitations and notifications are listed here." }}
          pager={
            <Pager
              page={filter.page}
              total={counts[filter.view]}
              size={filter.rows}
              noun="emails"
              href={(page) => mailQuery({ ...filter, page })}
              rowsHref={(rows) => mailQuery({ ...filter, page: undefined, rows })}
            />
          }
        />
      </div>
    </>
  );
}
