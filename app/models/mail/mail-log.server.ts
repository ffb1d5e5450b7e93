import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { indexedList, readPage } from "~/platform/db/list.server";
import { record } from "../audit.server";
import { fromNow, now } from "../clock.server";
import { storedColumns } from "../columns";
import { personName } from "../person";
import { allow, type Viewer } from "../policy";
import { notFound, Refusal } from "../refusal";
import { mailCounts, mailOutbox } from "../tables.server";
import { failedStatuses, mailColumns, mailStatuses } from "./mail";
import { factsOfView, type MailFilter, type MailView, mailViewValues } from "./mail-view";

const columns = storedColumns(mailOutbox, mailColumns);

const isOpenFailure = and(inArray(mailOutbox.status, failedStatuses), isNull(mailOutbox.handledAt)) as SQL;

const conditionOf = (view: MailView): SQL | undefined => {
  const { statuses, isOpen } = factsOfView(view);
  if (isOpen) return isOpenFailure;
  return statuses.length > 0 ? inArray(mailOutbox.status, [...statuses]) : undefined;
};

/** Returns the emails of a tab, the newest first, with the count of each tab. */
export async function listEmails(viewer: Viewer, { view, page, rows: size }: MailFilter) {
  allow(viewer, "mail.read");
  const counts = await countByView();
  const list = indexedList({
    table: mailOutbox,
    where: conditionOf(view),
    order: { by: mailOutbox.id, id: mailOutbox.id, descending: true },
    count: async () => counts[view],
    readRows: (where: SQL, order: SQL[]) =>
      db
        .select(columns)
        .from(mailOutbox)
        .where(where)
        .orderBy(...order),
  });
  return { ...(await readPage(list, page, size)), counts };
}

async function countByView(): Promise<Record<MailView, number>> {
  const byStatus = await countByStatus();
  const open = await countOpenFailures();
  const countOf = (view: MailView) => {
    const { statuses, isOpen } = factsOfView(view);
    if (isOpen) return open;
    const counted = statuses.length > 0 ? statuses : [...byStatus.keys()];
    return counted.reduce((total, status) => total + (byStatus.get(status) ?? 0), 0);
  };
  return Object.fromEntries(mailViewValues.map((view) => [view, countOf(view)])) as Record<MailView, number>;
}

const countByStatus = async () =>
  new Map((await db.select().from(mailCounts)).map(({ status, emails }) => [status, emails]));

const countOpenFailures = () => db.$count(mailOutbox, isOpenFailure);

export const delayedBefore = (): string => fromNow(-15 * 60 * 1000);

/** Columns with the emails that were not delivered and that nobody has marked as done, and those from before a moment that have failed so far and are tried again, with the newest error. */
export function undeliveredColumns(before: string | Placeholder) {
  const { id, status, lastError, createdAt } = mailOutbox;
  const isDelayed = and(eq(status, "waiting"), isNotNull(lastError), lt(createdAt, before));
  const newest = db.select({ lastError }).from(mailOutbox).where(isDelayed).orderBy(desc(id)).limit(1);
  return {
    failed: countOpenFailures(),
    delayed: db.$count(mailOutbox, isDelayed),
    error: sql<string | null>`(${newest})`,
  };
}

/** Marks emails that were not delivered as done. 404 if one does not exist, 409 if one has not failed. The first mark of an email counts. */
export const markHandled = (viewer: Viewer, ids: number[]): Promise<void> =>
  write(async (tx) => {
    allow(viewer, "mail.manage");
    const emails = await tx.select(columns).from(mailOutbox).where(inArray(mailOutbox.id, ids));
    if (emails.length < new Set(ids).size) throw notFound("Email");
    if (emails.some(({ status }) => !mailStatuses[status].isFailure)) {
      throw new Refusal(409, "This email has not failed");
    }
    const changes = { handledAt: now(), handledByName: personName(viewer) };
    for (const email of emails.filter(({ handledAt }) => handledAt === null)) {
      await tx.update(mailOutbox).set(changes).where(eq(mailOutbox.id, email.id));
      await record(tx, viewer, "email.handled", email, { ...email, ...changes });
    }
  });

/** For who watches over the server: how many emails have each status, and since when the oldest one waits. */
export async function mailBacklog() {
  const counts = await countByStatus();
  const [waiting] = await db
    .select({ since: min(mailOutbox.createdAt) })
    .from(mailOutbox)
    .where(eq(mailOutbox.status, "waiting"));
  return { counts, waitingSince: waiting?.since ?? null };
}
