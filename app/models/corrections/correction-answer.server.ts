import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { jsonRows, rowsColumn } from "~/platform/db/dialect.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import { dayOf } from "../clock.server";
import { pick } from "../shown-fields";
import { correctionAnswers, corrections } from "../tables.server";

type SentAnswer = { sentAt: string; sheet: string | null; text: string };

/** Of a correction, without drafts, which only the applicant's side and administrators read. */
export const sentAnswersColumn = rowsColumn<SentAnswer>(
  db
    .select({ rows: jsonRows(pick(correctionAnswers, "sentAt", "sheet", "text"), correctionAnswers.id) })
    .from(correctionAnswers)
    .where(and(eq(correctionAnswers.correctionId, corrections.id), isNotNull(correctionAnswers.sentAt))),
);

export type Answer = { on: CalendarDate; sheet: string | null; text: string };

/** The one that was sent last, which the next back-check and the next letter show. */
export function latestAnswer(sent: readonly SentAnswer[]): Answer | null {
  const last = sent.at(-1);
  return last ? { on: dayOf(last.sentAt), sheet: last.sheet, text: last.text } : null;
}

/** As plan reviewers read it: "Applicant's answer, Nov 20, 2026: The schedule is added. (A6.1)" */
export const answerLine = ({ on, sheet, text }: Answer): string =>
  `Applicant's answer, ${formatDate(on)}: ${text}${sheet ? ` (${sheet})` : ""}`;
