import { reviewCycles } from "~/models/permits/permit";
import type * as tables from "~/models/tables.server";
import { momentOn } from "./demo-calendar";
import { type DemoThread, disciplineThreads, permitThreads } from "./demo-data";
import { type Random, randomFrom } from "./demo-random";
import { dealt } from "./uneven-shares";
import type { VolumeContext, VolumePermit } from "./volume-permits";
import type { VolumeReview } from "./volume-reviews";

type CommentRow = typeof tables.comments.$inferInsert & { id: number };

/** Returns a function that creates the comments of each permit, in the order of the permits. */
export function createComments({ sizes, people, days }: VolumeContext) {
  const random = randomFrom(107);
  const { permits, comments, busiestPermitComments } = sizes;
  const deal = { random, group: 20, winners: 6, most: 30 };
  const counts = dealt(comments - busiestPermitComments, permits - 1, deal);
  let lastId = 0;

  return (permit: VolumePermit, reviews: VolumeReview[]): CommentRow[] => {
    const count = permit.isBusiest ? busiestPermitComments : (counts.next().value as number);
    const rows: CommentRow[] = [];
    const first = permit.cycles[0]?.start ?? 0;
    const span = (permit.cycles.at(-1)?.end ?? first) - first + 1;
    const lines = linesOf(permit, reviews, people.administrator, random);
    while (rows.length < count) {
      const { from, text, isShared, isReply, review } = lines.next().value as Line;
      const position = first + (span * (rows.length + random.fraction())) / count;
      const day = Math.floor(position);
      const cycle = permit.cycles.findLastIndex(({ start }) => start <= day);
      const createdAt = momentOn(days[day], "reviewing", position - day);
      lastId += 1;
      rows.push({
        id: lastId,
        permitId: permit.row.id,
        parentId: isReply ? parentOf(rows) : null,
        reviewCycle: reviewCycles[cycle] ?? "PC1",
        discipline: review?.row.discipline ?? null,
        authorId: from.id,
        authorName: from.name,
        authorCityId: from.isOfCity ? permit.row.cityId : null,
        text,
        isShared,
        createdAt,
        updatedAt: createdAt,
      });
    }
    return rows;
  };
}

type Line = {
  from: { id: number; name: string; isOfCity: boolean };
  text: string;
  isShared: boolean;
  isReply: boolean;
  review: VolumeReview | undefined;
};

/** The last comment that is not a reply begins the thread. */
const parentOf = (rows: CommentRow[]) => rows.findLast(({ parentId }) => parentId === null)?.id ?? null;

/** Generates threads without end: of the reviewers of a permit, or of the administrator. */
function* linesOf(
  permit: VolumePermit,
  reviews: VolumeReview[],
  administrator: { id: number; name: string },
  random: Random,
): Generator<Line> {
  for (;;) {
    const review = reviews.length > 0 && random.chance(0.75) ? random.pick(reviews) : undefined;
    const thread: DemoThread = random.pick(review ? disciplineThreads[review.row.discipline] : permitThreads);
    const authors = {
      reviewer: { ...(review?.reviewer ?? administrator), isOfCity: false },
      administrator: { ...administrator, isOfCity: false },
      city: { ...random.pick(permit.city.people), isOfCity: true },
    };
    const { isShared } = thread;
    yield { from: authors.reviewer, text: thread.text, isShared, isReply: false, review };
    for (const { from, text } of thread.replies)
      yield { from: authors[from], text, isShared, isReply: true, review };
  }
}
