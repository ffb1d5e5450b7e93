import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { now } from "../clock.server";
import { type Connection, db, rowsOf, write } from "../db.server";
import { positionIn } from "../dialect.server";
import { cities, letters, planFiles, stagedFiles, storedContents, users } from "../tables.server";

const { name, storedAt, storedBy, claim, claimedAt } = storedContents;

/** Whether a row refers to a content, in a query of `stored_contents`. Each look-up reads one index entry. */
const isReferenced = referencesTo(sql`${name}`);

function referencesTo(name: SQL): SQL {
  const places = [
    [planFiles, planFiles.contentHash],
    [letters, letters.contentHash],
    [stagedFiles, stagedFiles.contentHash],
    [users, users.profileImagePath],
    [cities, cities.logoPath],
    [letters, letters.logoPath],
  ] as const;
  const lookUps = places.map(
    ([table, column]) => sql`exists (select 1 from ${table} where ${column} = ${name})`,
  );
  return sql`(${sql.join(lookUps, sql` or `)})`;
}

/** Returns a name for a claim, or for a request that stores contents. */
export const newMark = (): string => randomBytes(9).toString("base64url");

const without = (request: string): SQL => sql`replace(${storedBy}, ${` ${request}`}, '')`;

/**
 * Records that content is about to be stored, before its bytes get their name, and takes away the claim of a sweep.
 * `request` is the one that stores it, until it ends or refers to the content.
 */
export async function recordStoring(content: string, byteSize: number, request?: string): Promise<void> {
  const mark = request ? ` ${request}` : "";
  const storing = { byteSize, storedAt: now(), claim: null, claimedAt: null };
  await write((tx) =>
    tx
      .insert(storedContents)
      .values({ ...storing, name: content, storedBy: mark })
      .onConflictDoUpdate({ target: name, set: { ...storing, storedBy: sql`${storedBy} || ${mark}` } }),
  );
}

/** Content that a row will refer to. */
export type Reference = { contentHash: string; storedBy?: string };

/**
 * Keeps contents for rows that refer to them; call it in the transaction that adds the rows. Returns those that are no
 * longer stored. Content that another request stores at the moment counts only if rows refer to it already: its bytes
 * may be missing.
 */
export async function referTo<Content extends Reference>(tx: Connection, contents: Content[]) {
  if (contents.length === 0) return [];
  const own = contents.filter((content) => content.storedBy);
  const requests = [...new Set(own.map((content) => content.storedBy ?? ""))];
  const remaining = requests.reduce<SQL>(
    (marks, request) => sql`replace(${marks}, ${` ${request}`}, '')`,
    sql`${storedBy}`,
  );
  const hashesOf = (list: Content[]) => list.map(({ contentHash }) => contentHash);
  const kept = await tx
    .update(storedContents)
    .set({ storedAt: now(), storedBy: remaining })
    .where(
      and(
        inArray(name, hashesOf(contents)),
        isNull(claim),
        or(eq(storedBy, ""), inArray(name, hashesOf(own)), isReferenced),
      ),
    )
    .returning({ name });
  const names = new Set(kept.map((row) => row.name));
  return contents.filter(({ contentHash }) => !names.has(contentHash));
}

/**
 * Ends what a request, if any, holds of some contents, and claims those that nothing refers to and no other request
 * stores. Returns their names. Writes nothing if all are referred to.
 */
export async function claimAbandoned(names: string[], by: string, request?: string): Promise<string[]> {
  const isHeld = request ? gt(positionIn(sql`${storedBy}`, sql`${request}`), 0) : undefined;
  const rows = await db
    .select({ name })
    .from(storedContents)
    .where(and(inArray(name, names), or(not(isReferenced), isHeld)));
  const abandoned = rows.map((row) => row.name);
  if (abandoned.length === 0) return [];
  return write(async (tx) => {
    if (request) {
      await tx
        .update(storedContents)
        .set({ storedBy: without(request) })
        .where(inArray(name, abandoned));
    }
    return claimWhere(tx, abandoned, by, now(), and(isNull(claim), eq(storedBy, "")));
  });
}

type Age = { name: string; storedAt: string };

/** The moment from which contents are too young to be removed, and that from which claims are still worked on. */
export type Limits = { storedAt: string; claimedAt: string };

const isRemovable = (limits: Limits) =>
  and(lte(storedAt, limits.storedAt), or(isNull(claim), lte(claimedAt, limits.claimedAt)));

/** Returns some contents after `last`, from the oldest on, and whether they can be removed. */
export function readOld(
  { storedAt: stored, claimedAt: claimed }: Limits,
  last: Age | undefined,
  limit: number,
) {
  const after = last ? sql`(${storedAt}, ${name}) > (${last.storedAt}, ${last.name})` : sql`1 = 1`;
  // The look-ups are outside, so that PostgreSQL plans them for these rows, and does not read all that refer to any.
  return rowsOf<Age & { isUnused: boolean | number }>(
    db,
    sql`select name, stored_at as "storedAt", is_free and not ${referencesTo(sql`old.name`)} as "isUnused" from (
      select ${name}, ${storedAt}, (${claim} is null or ${claimedAt} <= ${claimed}) as is_free from ${storedContents}
      where ${storedAt} <= ${stored} and ${after} order by ${storedAt}, ${name} limit ${limit}
    ) as old order by stored_at, name`,
  );
}

/** Claims those of some contents that are old and that nothing refers to, and returns their names. */
export const claimOld = (names: string[], by: string, at: string, limits: Limits): Promise<string[]> =>
  write((tx) => claimWhere(tx, names, by, at, isRemovable(limits)));

async function claimWhere(
  tx: Connection,
  names: string[],
  by: string,
  at: string,
  condition: SQL | undefined,
): Promise<string[]> {
  const rows = await tx
    .update(storedContents)
    .set({ claim: by, claimedAt: at })
    .where(and(inArray(name, names), condition, not(isReferenced)))
    .returning({ name });
  return rows.map((row) => row.name);
}

/** Deletes the rows of claimed contents, and returns the names of those that still had the claim and no reference. */
export function deleteClaimed(names: string[], by: string): Promise<Set<string>> {
  return write(async (tx) => {
    const isClaimed = and(inArray(name, names), eq(claim, by));
    const rows = await tx
      .delete(storedContents)
      .where(and(isClaimed, not(isReferenced)))
      .returning({ name });
    if (rows.length < names.length)
      await tx.update(storedContents).set({ claim: null, claimedAt: null }).where(isClaimed);
    return new Set(rows.map((row) => row.name));
  });
}

/** Returns what is to be done with a content that is set aside: nothing while it is claimed. */
export async function fateOf(content: string): Promise<"in use" | "unused" | "claimed"> {
  const [row] = await db.select({ claim }).from(storedContents).where(eq(name, content));
  if (row) return row.claim === null ? "in use" : "claimed";
  const [found] = await rowsOf<{ isUsed: boolean | number }>(
    db,
    sql`select ${referencesTo(sql`${content}`)} as "isUsed"`,
  );
  return found?.isUsed ? "in use" : "unused";
}

/** Returns those of some names that have no row. */
export async function unrecordedAmong(names: string[]): Promise<string[]> {
  const rows = await db.select({ name }).from(storedContents).where(inArray(name, names));
  const recorded = new Set(rows.map((row) => row.name));
  return names.filter((candidate) => !recorded.has(candidate));
}

/** Adds rows for contents that were found without one, and returns their number. */
export function recordFound(contents: { name: string; byteSize: number }[]): Promise<number> {
  return write(async (tx) => {
    const rows = contents.map((content) => ({ ...content, storedAt: now() }));
    const added = await tx.insert(storedContents).values(rows).onConflictDoNothing().returning({ name });
    return added.length;
  });
}
