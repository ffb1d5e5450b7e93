import { addDays } from "~/models/calendar-date";
import { momentOn } from "./demo-calendar";
import { assignmentEvents, byTime, type EventRow, eventRow, permitEvents } from "./demo-history";
import { handOverEvent, handOverMoment, releaseEvent } from "./demo-letters";
import { randomFrom } from "./demo-random";
import { applicantAnswerer, cityAnswerer, isMailed, resubmittalEvent } from "./seed-answers";
import { dealt } from "./uneven-shares";
import type { VolumeLetters } from "./volume-letters";
import type { VolumeContext, VolumePermit } from "./volume-permits";
import type { PlanFileRow } from "./volume-plans.server";
import type { VolumeReview } from "./volume-reviews";

type Recorded = { reviews: VolumeReview[]; planFiles: PlanFileRow[]; released: VolumeLetters };

/** The events of every permit: its creation and its decision. */
const eventsOfEach = 2;

/**
 * Returns a function that creates the audit events of each permit, in the order of the permits: the first and the
 * last of its own, then as many others as its part allows.
 */
export function createHistory({ sizes, people, days }: VolumeContext) {
  const random = randomFrom(109);
  const { permits, auditEvents } = sizes;
  const deal = { random, group: 10, winners: 6, most: 10 };
  const parts = dealt(auditEvents - permits * eventsOfEach, permits, deal);
  const { administrator } = people;

  function uploadEvent({ city, row }: VolumePermit, [first, ...others]: PlanFileRow[]): EventRow[] {
    if (!first) return [];
    const actor = city.people.find(({ id }) => id === first.uploadedById) ?? administrator;
    const files = [first, ...others].map(({ fileName }) => fileName);
    const changes = { reviewCycle: first.reviewCycle, files };
    return [eventRow({ at: first.uploadedAt, actor, action: "permit.files-added", id: row.id, changes })];
  }

  function* letterEvents(permit: VolumePermit, released: VolumeLetters) {
    const { city, row } = permit;
    for (const letter of released.letters) {
      yield releaseEvent(letter, administrator);
      const planCheck = released.planChecks.find(({ id }) => id === letter.planCheckId);
      const { handedOverOn: on = null } = planCheck ?? {};
      if (on && !isMailed(city, row)) {
        yield handOverEvent({ on, at: handOverMoment(on), by: city.people[0] }, letter.planCheckId);
      }
      if (planCheck?.resubmittedAt) yield sentEvent(permit, planCheck, planCheck.resubmittedAt, released);
    }
  }

  function sentEvent(
    { city, row }: VolumePermit,
    { id: planCheckId, reviewCycle, resubmittedVia }: VolumeLetters["planChecks"][number],
    at: string,
    { correctionAnswers, statusLinks: [link] }: VolumeLetters,
  ): EventRow {
    const user = cityAnswerer(city.people[0]);
    const applicant = link && resubmittedVia === "link" ? applicantAnswerer(row, city, link.id) : undefined;
    const answers = correctionAnswers.filter((answer) => answer.reviewCycle === reviewCycle).length;
    return resubmittalEvent(applicant ?? user, { at, planCheckId, answers });
  }

  /** Yields due dates that were set after the creation, without end. */
  function* dueDateEvents({ row, cycles }: VolumePermit): Generator<EventRow> {
    const day = days[cycles[0]?.start ?? 0];
    for (let step = 0; ; step += 1) {
      const at = momentOn(day, "assigning", 1 / (step + 1));
      const changes = { dueDate: [addDays(row.dueDate, -step - 1), addDays(row.dueDate, -step)] };
      yield eventRow({ at, actor: administrator, action: "permit.updated", id: row.id, changes });
    }
  }

  function* otherEvents(permit: VolumePermit, own: EventRow[], { reviews, planFiles, released }: Recorded) {
    yield* uploadEvent(permit, planFiles);
    yield* letterEvents(permit, released);
    for (const review of reviews) yield* assignmentEvents(review, administrator);
    yield* own;
    yield* dueDateEvents(permit);
  }

  return (permit: VolumePermit, recorded: Recorded): EventRow[] => {
    const [created, ...own] = permitEvents(permit, administrator, days);
    const decided = own.pop();
    const rows = [created, decided].filter((event) => event !== undefined);
    const total = eventsOfEach + (parts.next().value as number);
    for (const event of otherEvents(permit, own, recorded)) {
      if (rows.length >= total) break;
      rows.push(event);
    }
    return rows.sort(byTime);
  };
}
