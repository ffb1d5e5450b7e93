import { listPageQuery } from "../address";
import { valueIn, valuesOf } from "../options";
import { type ListPage, readListPage } from "../paging";
import { failedStatuses, type MailStatus, mailStatuses } from "./mail";

type Facts = { label: string; statuses: readonly MailStatus[]; isOpen?: true; empty: string };

/** The tabs of the log. In Failed are those that nobody has marked as done. */
export const mailViews = {
  all: { label: "All", statuses: [], empty: "No emails yet" },
  failed: {
    label: mailStatuses.failed.label,
    statuses: failedStatuses,
    isOpen: true,
    empty: "No email has failed",
  },
  waiting: { label: mailStatuses.waiting.label, statuses: ["waiting"], empty: "No email waits" },
  sent: { label: mailStatuses.sent.label, statuses: ["sent"], empty: "No email was sent" },
  no_mail_server: {
    label: mailStatuses.no_mail_server.label,
    statuses: ["no_mail_server"],
    empty: "No email lacked a mail server",
  },
} as const satisfies Record<string, Facts>;

export type MailView = keyof typeof mailViews;
export const mailViewValues = valuesOf(mailViews);

export const factsOfView = (view: MailView): Facts => mailViews[view];

export type MailFilter = ListPage & { view: MailView };

export const readMailFilter = (parameters: URLSearchParams): MailFilter => ({
  view: valueIn(mailViews, parameters.get("view")) ?? "all",
  ...readListPage(parameters),
});

export const mailQuery = (
  { view, ...list }: MailFilter,
  parameters: Record<string, string | number> = {},
): string => listPageQuery(list, { view: view === "all" ? undefined : view, ...parameters });

export const addressOfEmails = (view: MailView): string => `/mail${mailQuery({ view })}`;
