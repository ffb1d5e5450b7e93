import { and, desc, eq, getTableColumns } from "drizzle-orm";
import { type Connection, db } from "~/platform/db/db.server";
import { alias } from "~/platform/db/dialect.server";
import { lettersFor, type Permit, readPermit, visibleTo } from "../permits/permit-scope.server";
import { type Actor, allow, isApplicant, scopeOf, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { pick } from "../shown-fields";
import { letters, permits } from "../tables.server";
import type { LetterContent } from "./letter";

const { content: _content, ...columns } = getTableColumns(letters);
export const letterColumns = columns;

export type StoredLetter = Omit<typeof letters.$inferSelect, "content">;

const successor = alias(letters, "successor");

export async function listLetters(viewer: Viewer, permit: Permit) {
  allow(viewer, "letter.read", permit);
  const rows = await db
    .select({
      ...pick(letters, "id", "number", "reviewCycle", "kind", "outcome", "issuedOn", "byteSize"),
      releasedBy: letters.byName,
      releasedAt: letters.createdAt,
      supersededBy: successor.number,
    })
    .from(letters)
    .leftJoin(successor, eq(successor.id, letters.supersededById))
    .where(eq(letters.permitId, permit.id))
    .orderBy(desc(letters.id));
  const namesReleaser = scopeOf(viewer, "letter.read") === "all";
  return rows.map((letter) => ({ ...letter, releasedBy: namesReleaser ? letter.releasedBy : null }));
}

export const lettersOf = async (viewer: Viewer, permitId: number) =>
  listLetters(viewer, await readPermit(viewer, permitId));

export type ListedLetter = Awaited<ReturnType<typeof listLetters>>[number];

export async function findLetter(viewer: Actor, id: number): Promise<StoredLetter> {
  allow(viewer, "letter.read");
  const [letter] = await db
    .select(letterColumns)
    .from(letters)
    .innerJoin(permits, eq(permits.id, letters.permitId))
    .where(and(eq(letters.id, id), visibleTo(viewer)));
  if (!letter || !(await isOutFor(viewer, letter))) throw notFound("Letter");
  return letter;
}

async function isOutFor(actor: Actor, { id, permitId }: StoredLetter): Promise<boolean> {
  if (!isApplicant(actor)) return true;
  return lettersFor(actor, await readPermit(actor, permitId)).some((letter) => letter.id === id);
}

export async function latestLetter(connection: Connection, { id, reviewCycle }: Permit) {
  const [letter] = await connection
    .select(letterColumns)
    .from(letters)
    .where(and(eq(letters.permitId, id), eq(letters.reviewCycle, reviewCycle)))
    .orderBy(desc(letters.issue))
    .limit(1);
  return letter;
}

export async function readLetter(viewer: Viewer, id: number) {
  const letter = await findLetter(viewer, id);
  const permit = await readPermit(viewer, letter.permitId);
  const listed = (await listLetters(viewer, permit)).find((row) => row.id === id);
  if (!listed) throw notFound("Letter");
  return { ...listed, content: await contentOf(letter) };
}

/** Large, so read only where a letter is shown. */
export async function contentOf({ id }: { id: number }, connection: Connection = db): Promise<LetterContent> {
  const [row] = await connection.select({ content: letters.content }).from(letters).where(eq(letters.id, id));
  if (!row) throw notFound("Letter");
  return JSON.parse(row.content) as LetterContent;
}
