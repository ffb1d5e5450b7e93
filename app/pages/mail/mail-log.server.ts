import { formatMoment } from "~/models/clock.server";
import { listMail } from "~/models/mail/mail.server";
import type { Viewer } from "~/models/policy";
import { wholeNumber } from "~/models/whole-number";

export type MailLogData = Awaited<ReturnType<typeof loadMailLog>>;

/** A page of the mail that was queued, with its moments as they are read. */
export async function loadMailLog(viewer: Viewer, { searchParams }: URL) {
  const { rows, total, page } = await listMail(viewer, wholeNumber(searchParams.get("page")) ?? 1);
  return {
    total,
    page,
    rows: rows.map(({ nextAttemptAt, createdAt, sentAt, ...mail }) => ({
      ...mail,
      createdAt: formatMoment(createdAt),
      sentAt: sentAt && formatMoment(sentAt),
      nextAttemptAt: nextAttemptAt && formatMoment(nextAttemptAt),
    })),
  };
}
