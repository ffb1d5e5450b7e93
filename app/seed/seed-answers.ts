import { hash } from "node:crypto";
import { daysAfter } from "~/models/clock.server";
import { type LetterContent, letterKinds, openItemsOf } from "~/models/letters/letter";
import { applicantName } from "~/models/person";
import type { Sender } from "~/models/review-cycles/plan-check";
import { linkDays } from "~/models/status-links/status-link";
import type * as tables from "~/models/tables.server";
import { answerTo } from "./answer-texts";
import type { DemoDiscipline } from "./demo-disciplines";
import { type EventRow, eventRow } from "./demo-history";
import type { DemoUser } from "./demo-people";
import type { PermitRow } from "./demo-permits";

export type AnswerRow = typeof tables.correctionAnswers.$inferInsert;
export type StatusLinkRow = typeof tables.statusLinks.$inferInsert & { id: number };

/** Who answers the corrections of a letter. */
export type Answerer = {
  via: Sender;
  /** As a resubmittal names them. */
  name: string;
  /** As the history names them. */
  actor: { id: number | null; name: string };
};

type City = { letterRecipients?: string; applicantsAnswer?: boolean };

/** Whether a letter reaches the applicant by email, with its release. */
export const isMailed = ({ letterRecipients }: City, { applicantEmail }: PermitRow): boolean =>
  letterRecipients === "city_and_applicant" && Boolean(applicantEmail);

export const cityAnswerer = (user: DemoUser): Answerer => ({ via: "city", name: user.name, actor: user });

/** Returns the applicant with their link; undefined if the city answers for them. */
export function applicantAnswerer(row: PermitRow, city: City, linkId: number): Answerer | undefined {
  if (city.applicantsAnswer === false || !row.applicantName || !row.applicantEmail) return undefined;
  return { via: "link", name: row.applicantName, actor: { id: null, name: applicantName({ linkId }) } };
}

const halfAnHour = 30 * 60_000;

type Answering = {
  by: Answerer;
  /** The moment of the last answer, and of the resubmittal that sends them. */
  at: string;
  isSent: boolean;
};

/** Returns the answers to all open corrections of a letter, written in the half hour before the last one. */
export function answersTo(letter: LetterContent, { by, at, isSent }: Answering): AnswerRow[] {
  if (!letterKinds[letter.kind].needsAnswers) return [];
  const items = letter.disciplines.flatMap((row) =>
    openItemsOf(row).map((item) => ({ item, discipline: row.discipline as DemoDiscipline })),
  );
  return items.map(({ item, discipline }, index) => ({
    ...{ correctionId: item.id, reviewCycle: letter.cycle },
    ...answerTo(item, discipline, item.cycle !== letter.cycle),
    byName: by.via === "link" ? "Applicant" : by.name,
    via: by.via,
    sentAt: isSent ? at : null,
    createdAt: new Date(Date.parse(at) - halfAnHour * (1 - index / items.length)).toISOString(),
    updatedAt: at,
  }));
}

export const resubmittalEvent = (
  { actor, name }: Answerer,
  { at, planCheckId, answers }: { at: string; planCheckId: number; answers: number },
): EventRow =>
  eventRow({ at, actor, action: "plan-check.resubmitted", id: planCheckId, changes: { answers, by: name } });

type NewLink = { id: number; at: string; by: DemoUser };

/** Returns the link of a permit. Nobody has its token: no text with this hash is known. */
export const statusLinkRow = (row: PermitRow, { id, at, by }: NewLink): StatusLinkRow => ({
  ...{ id, permitId: row.id, forEmail: row.applicantEmail ?? null, madeByName: by.name },
  tokenHash: hash("sha512", `status link ${id}`, "base64url").slice(0, 43),
  createdAt: at,
  expiresAt: daysAfter(at, linkDays),
  revokedAt: null,
  lastUsedOn: null,
});
