import { formatMoment } from "~/models/clock.server";
import { listEmails } from "~/models/mail/mail.server";
import type { Viewer } from "~/models/policy";
import { wholeNumber } from "~/models/whole-number";

export type MailLogData = Awaited<ReturnType<typeof loadMailLog>>;

export async function loadMailLog(viewer: Viewer, { searchParams }: URL) {
  const { rows, total, page } = await listEmails(viewer, wholeNumber(searchParams.get("page")) ?? 1);
  return {
    total,
    page,
    rows: rows.map(({ nextAttemptAt, createdAt, sentAt, ...email }) => ({
      ...email,
      createdAt: formatMoment(createdAt),
      sentAt: sentAt && formatMoment(sentAt),
      nextAttemptAt: nextAttemptAt && formatMoment(nextAttemptAt),
    })),
  };
}
