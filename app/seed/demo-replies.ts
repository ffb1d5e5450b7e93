import type { CalendarDate } from "~/models/calendar-date";
import { dayOf } from "~/models/clock.server";
import { letterKinds } from "~/models/letters/letter";
import { nextReviewCycle } from "~/models/permits/permit";
import { incompleteRemark } from "./answer-texts";
import { momentOn } from "./demo-calendar";
import { type EventRow, eventRow } from "./demo-history";
import type { DemoPeople } from "./demo-people";
import {
  type DemoCycle,
  type DemoPermit,
  halfAnsweredPermit,
  resubmittedAt,
  resubmittedPermits,
  returnedPermit,
} from "./demo-permits";
import type { CycleRelease } from "./demo-plan-checks";
import type { NewPlans } from "./demo-plans.server";
import { itemAt } from "./demo-random";
import {
  type Answerer,
  type AnswerRow,
  answersTo,
  applicantAnswerer,
  cityAnswerer,
  resubmittalEvent,
  type StatusLinkRow,
} from "./seed-answers";
import type { CheckedPermit, UndrawnLetter } from "./seed-letter";

/** What follows a letter, until the next cycle. */
type Reply = Pick<CycleRelease, "resubmittal" | "returned"> & {
  answers: AnswerRow[];
  newPlans: NewPlans[];
  events: EventRow[];
  /** The moment of the last of it. */
  at?: string;
};

type Context = {
  permit: DemoPermit;
  cycle: DemoCycle;
  city: CheckedPermit["city"];
  link: StatusLinkRow;
  people: DemoPeople;
  days: CalendarDate[];
};

const mostNewPlans = 2;

/**
 * Returns the answers to a letter that was handed over, which are sent before the next cycle, and before it in a few
 * permits. Notes the use of the status link.
 */
export function replyTo(letter: UndrawnLetter, context: Context): Reply {
  const { permit, cycle, days } = context;
  const { row, cycles } = permit;
  const none: Reply = { answers: [], newPlans: [], events: [] };
  if (!letterKinds[letter.kind].needsAnswers) return none;
  const next = cycles[cycles.indexOf(cycle) + 1];
  if (next) return sent(letter, context, resubmittedAt(days, next));
  const onDay = (daysAgo: number) => momentOn(days.at(-daysAgo), "reviewing", 0.5);
  if (resubmittedPermits.includes(row.id))
    return withNewPlans(sent(letter, context, onDay(2)), context, "pdf");
  if (row.id === returnedPermit) return returned(letter, context, onDay(6), onDay(4));
  if (row.id === halfAnsweredPermit) return { ...none, answers: halfOfAnswers(letter, context, onDay(1)) };
  return none;
}

function answerersOf({ permit, city, link, people }: Context) {
  const { row } = permit;
  const user = cityAnswerer(itemAt(people.usersOfCity(row.cityId), row.id));
  return { user, applicant: applicantAnswerer(row, city, link.id) };
}

/** The city and the applicant take turns. */
function senderOf(context: Context): Answerer {
  const { permit, cycle } = context;
  const { user, applicant = user } = answerersOf(context);
  return (permit.row.id + permit.cycles.indexOf(cycle)) % 2 === 1 ? applicant : user;
}

function sent({ content, planCheckId }: UndrawnLetter, context: Context, at: string): Reply {
  const by = senderOf(context);
  if (by.via === "link") context.link.lastUsedOn = dayOf(at);
  const answers = answersTo(content, { by, at, isSent: true });
  const events = [resubmittalEvent(by, { at, planCheckId, answers: answers.length })];
  return { answers, newPlans: [], events, resubmittal: { at, by }, at };
}

function withNewPlans(reply: Reply, { permit: { row }, link }: Context, kind: NewPlans["kind"]): Reply {
  const { at: uploadedAt, by } = reply.resubmittal ?? {};
  const reviewCycle = nextReviewCycle(row.reviewCycle);
  if (!by || !uploadedAt || !reviewCycle) return reply;
  const uploader =
    by.via === "link" ? { uploadedById: null, linkId: link.id } : { uploadedById: by.actor.id, linkId: null };
  const plans = { permitId: row.id, reviewCycle, ...uploader, uploadedAt, kind, files: mostNewPlans };
  return { ...reply, newPlans: [plans] };
}

/** The answers are drafts again, and the plans stay. */
function returned(letter: UndrawnLetter, context: Context, sentAt: string, at: string): Reply {
  const { resubmittal, ...reply } = withNewPlans(sent(letter, context, sentAt), context, "dxf");
  const actor = context.people.administrator;
  const changes = { remark: incompleteRemark };
  const action = "plan-check.resubmittal-returned";
  return {
    ...reply,
    answers: reply.answers.map((row) => ({ ...row, sentAt: null, updatedAt: at })),
    events: [...reply.events, eventRow({ at, actor, action, id: letter.planCheckId, changes })],
    returned: { at, remark: incompleteRemark },
    at,
  };
}

function halfOfAnswers({ content }: UndrawnLetter, context: Context, at: string): AnswerRow[] {
  const { user, applicant = user } = answerersOf(context);
  if (applicant.via === "link") context.link.lastUsedOn = dayOf(at);
  const [ofCity, ofApplicant] = [user, applicant].map((by) => answersTo(content, { by, at, isSent: false }));
  const rows = ofCity?.flatMap((row, index) => (index % 2 === 0 ? row : (ofApplicant?.[index] ?? [])));
  return rows?.slice(0, Math.ceil(rows.length / 2)) ?? [];
}
