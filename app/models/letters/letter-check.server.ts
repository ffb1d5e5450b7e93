import { setTimeout as pause } from "node:timers/promises";
import { asc, desc, eq, gt } from "drizzle-orm";
import { inBatches } from "~/platform/db/batches.server";
import { db, write } from "~/platform/db/db.server";
import { jsonRows, rowsColumn } from "~/platform/db/dialect.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { logError } from "~/platform/log.server";
import { recordEvent } from "../audit.server";
import { now } from "../clock.server";
import type { ContentProblem } from "../files/plan-file";
import { problemOfFile } from "../files/plan-file-store.server";
import { pick } from "../shown-fields";
import { damagedLetters, letterPictures, letters } from "../tables.server";

/** After each file the check rests, to take a tenth of a disk's time at most. */
const rest = 9;

const selectChecked = () =>
  db
    .select({
      ...pick(letters, "id", "number", "fileKey", "sha256", "byteSize"),
      problem: damagedLetters.problem,
    })
    .from(letters)
    .leftJoin(damagedLetters, eq(damagedLetters.letterId, letters.id));

type CheckedLetter = Awaited<ReturnType<typeof selectChecked>>[number];

/**
 * Compares the files of all letters with their hashes, and notes damaged ones in the log and for administrators. The PDF has
 * the pictures too, so a damaged one is in the log alone.
 */
export async function checkLetterFiles(restTimes = rest): Promise<void> {
  const all = inBatches<CheckedLetter>((last, limit) =>
    selectChecked()
      .where(gt(letters.id, last?.id ?? 0))
      .orderBy(asc(letters.id))
      .limit(limit),
  );
  for await (const batch of all) {
    for (const letter of batch) {
      const begun = performance.now();
      await checkOne(letter).catch((error) => logError(error, `checking the file of letter ${letter.id}`));
      await pause(restTimes * (performance.now() - begun), undefined, { ref: false });
    }
  }
}

async function checkOne(letter: CheckedLetter): Promise<void> {
  const { id, number, fileKey } = letter;
  const problem = await problemOfFile(letter);
  if (problem) {
    const error = new Error(`The file of letter ${id} (${number}) is ${problem}: ${fileKey}`);
    logError(error, "checking the files of letters");
  }
  if ((problem ?? null) !== letter.problem) await recordProblem(letter, problem);
  const pictures = await db.select().from(letterPictures).where(eq(letterPictures.letterId, id));
  for (const picture of pictures) {
    const damage = await problemOfFile(picture);
    if (!damage) continue;
    const error = new Error(`A picture of letter ${id} (${number}) is ${damage}: ${picture.fileKey}`);
    logError(error, "checking the files of letters");
  }
}

/** Whether a file that was found damaged still is: it may have been restored. */
export async function isStillDamaged(id: number): Promise<boolean> {
  const [letter] = await selectChecked().where(eq(letters.id, id));
  if (!letter?.problem) return false;
  const problem = await problemOfFile(letter);
  if (!problem) await tryWrite(`recording the file of letter ${id}`, () => recordProblem(letter, problem));
  return problem !== undefined;
}

function recordProblem({ id, number }: CheckedLetter, problem: ContentProblem | undefined): Promise<void> {
  return write(async (tx) => {
    const [letter] = await tx.select({ id: letters.id }).from(letters).where(eq(letters.id, id));
    // Its permit was deleted during the check.
    if (!letter) return;
    await tx.delete(damagedLetters).where(eq(damagedLetters.letterId, id));
    if (problem) await tx.insert(damagedLetters).values({ letterId: id, problem, foundAt: now() });
    const event = problem ? "letter.file-damaged" : "letter.file-whole";
    await recordEvent(tx, null, event, id, { number, ...(problem && { problem }) });
  });
}

export async function damageOf(letterId: number) {
  const [damage] = await db
    .select({ ...pick(damagedLetters, "problem", "foundAt"), fileKey: letters.fileKey })
    .from(damagedLetters)
    .innerJoin(letters, eq(letters.id, damagedLetters.letterId))
    .where(eq(damagedLetters.letterId, letterId));
  return damage ?? null;
}

type DamagedLetter = { id: number; permitId: number; number: string };

const newest = db
  .select(pick(letters, "id", "permitId", "number"))
  .from(damagedLetters)
  .innerJoin(letters, eq(letters.id, damagedLetters.letterId))
  .orderBy(desc(damagedLetters.foundAt), desc(letters.id))
  .limit(10)
  .as("newest");

/** The last ten that were found, for who may release letters. */
export const damagedLetterRows = rowsColumn<DamagedLetter>(
  db.select({ rows: jsonRows(pick(newest, "id", "permitId", "number")) }).from(newest),
);
