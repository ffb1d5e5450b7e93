import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { type Connection, db, rowsOf, write } from "~/platform/db/db.server";
import { positionIn } from "~/platform/db/dialect.server";
import { now } from "../clock.server";
import { storedContents } from "../tables.server";
import { contentPlaces } from "./content-places.server";

const { name, storedAt, storedBy, claim, claimedAt } = storedContents;

/** Each look-up reads one index entry. */
const isReferenced = referencesTo(sql`${name}`);

function referencesTo(name: SQL): SQL {
  const lookUps = contentPlaces.map(
    ([table, column]) => sql`exists (select 1 from ${table} where ${column} = ${name})`,
  );
  return sql`(${sql.join(lookUps, sql` or `)})`;
}

export const newClaimId = (): string => randomBytes(9).toString("base64url");

const withoutMark = (marks: SQL, request: string): SQL => sql`replace(${marks}, ${` ${request}`}, '')`;

/** Call before the bytes get their name: it ends the claim of a sweep. `request` holds the content. */
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

export type Reference = { contentHash: string; storedBy?: string };

/** Returns what is no longer stored. Content of another request counts only if rows refer to it. */
export async function referTo<Content extends Reference>(tx: Connection, contents: Content[]) {
  if (contents.length === 0) return [];
  const own = contents.filter((content) => content.storedBy);
  const requests = [...new Set(own.map((content) => content.storedBy ?? ""))];
  const remaining = requests.reduce(withoutMark, sql`${storedBy}`);
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

/** Ends what `request` holds, and returns the names that are claimed now. Writes nothing if all are referred to. */
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
        .set({ storedBy: withoutMark(sql`${storedBy}`, request) })
        .where(inArray(name, abandoned));
    }
    return claimWhere(tx, abandoned, by, now(), and(isNull(claim), eq(storedBy, "")));
  });
}

type Age = { name: string; storedAt: string };

/** Younger contents stay, and younger claims are still worked on. */
export type Limits = { storedAt: string; claimedAt: string };

export function readOld(limits: Limits, last: Age | undefined, limit: number) {
  const after = last ? sql`(${storedAt}, ${name}) > (${last.storedAt}, ${last.name})` : sql`1 = 1`;
  // Outside, PostgreSQL plans the look-ups for these rows, and does not read all that refer to any.
  return rowsOf<Age & { isUnused: boolean | number }>(
    db,
    sql`select name, stored_at as "storedAt", is_free and not ${referencesTo(sql`old.name`)} as "isUnused" from (
      select ${name}, ${storedAt}, (${claim} is null or ${claimedAt} <= ${limits.claimedAt}) as is_free from ${storedContents}
      where ${storedAt} <= ${limits.storedAt} and ${after} order by ${storedAt}, ${name} limit ${limit}
    ) as old order by stored_at, name`,
  );
}

export function claimOld(names: string[], by: string, at: string, limits: Limits): Promise<string[]> {
  const isFree = or(isNull(claim), lte(claimedAt, limits.claimedAt));
  return write((tx) => claimWhere(tx, names, by, at, and(lte(storedAt, limits.storedAt), isFree)));
}

async function claimWhere(tx: Connection, names: string[], by: string, at: string, where: SQL | undefined) {
  const rows = await tx
    .update(storedContents)
    .set({ claim: by, claimedAt: at })
    .where(and(inArray(name, names), where, not(isReferenced)))
    .returning({ name });
  return rows.map((row) => row.name);
}

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

export async function statusOf(content: string): Promise<"in use" | "unused" | "claimed"> {
  const [row] = await db.select({ claim }).from(storedContents).where(eq(name, content));
  if (row) return row.claim === null ? "in use" : "claimed";
  const [found] = await rowsOf<{ isUsed: boolean | number }>(
    db,
    sql`select ${referencesTo(sql`${content}`)} as "isUsed"`,
  );
  return found?.isUsed ? "in use" : "unused";
}

export async function namesWithoutRow(names: string[]): Promise<string[]> {
  const rows = await db.select({ name }).from(storedContents).where(inArray(name, names));
  const recorded = new Set(rows.map((row) => row.name));
  return names.filter((candidate) => !recorded.has(candidate));
}

export function recordFound(contents: { name: string; byteSize: number }[]): Promise<number> {
  return write(async (tx) => {
    const rows = contents.map((content) => ({ ...content, storedAt: now() }));
    const added = await tx.insert(storedContents).values(rows).onConflictDoNothing().returning({ name });
    return added.length;
  });
}
