import { and, desc, eq, gt, gte, isNotNull, isNull } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { env } from "~/platform/env.server";
import { hashToken, newToken } from "~/platform/secret.server";
import { actorName, recordEvent } from "../audit.server";
import { cityInSentence, namesOf } from "../cities/city";
import { daysAfter, now, startOfDay, today } from "../clock.server";
import { emailTo, queueEmails } from "../mail/mail.server";
import { permitNumberText } from "../permits/permit";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { type Actor, type Applicant, allow, applicantBy, isApplicant, scopeOf, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { pick } from "../shown-fields";
import { cities, permits, statusLinks } from "../tables.server";
import { invalidLink, linkDays, maxLinks, maxMailedADay, statusPath } from "./status-link";
import { countRead, countWrongToken, refuseAfterWrongTokens } from "./status-link-limits.server";

const isLive = () => and(isNull(statusLinks.revokedAt), gt(statusLinks.expiresAt, now()));

type NewLink = { forEmail: string | null };

/** Returns the path of a new link, which is stored nowhere. Call inside a transaction. */
export async function createStatusLink(
  tx: Connection,
  actor: Actor,
  { id: permitId }: { id: number },
  { forEmail }: NewLink,
): Promise<{ path: string }> {
  const token = newToken();
  const createdAt = now();
  await tx.insert(statusLinks).values({
    ...{ permitId, forEmail, createdAt },
    tokenHash: hashToken(token),
    madeByName: actorName(actor),
    expiresAt: daysAfter(createdAt, linkDays),
  });
  await recordEvent(tx, actor, "permit.status-link-made", permitId, { forEmail });
  return { path: `${statusPath}/${token}` };
}

/** Refuses, with 409, more than 50 links that are valid. */
async function refuseTooMany(tx: Connection, permitId: number): Promise<void> {
  const links = await tx.$count(statusLinks, and(eq(statusLinks.permitId, permitId), isLive()));
  if (links < maxLinks) return;
  throw new Refusal(409, `This permit has ${maxLinks} links. Revoke those that nobody needs first.`);
}

async function readManaged(tx: Connection, viewer: Viewer, permitId: number): Promise<Permit> {
  const permit = await readPermit(viewer, permitId, tx);
  allow(viewer, "status-link.manage", permit);
  return permit;
}

/** Returns a new link to copy, with its address, once. */
export function makeStatusLink(viewer: Viewer, permitId: number): Promise<{ link: string }> {
  return write(async (tx) => {
    const permit = await readManaged(tx, viewer, permitId);
    await refuseTooMany(tx, permitId);
    const { path } = await createStatusLink(tx, viewer, permit, { forEmail: null });
    return { link: `${env.ORIGIN}${path}` };
  });
}

/** Refuses, with 429, a sixth link to be mailed on one day. */
export async function refuseMailedEnough(tx: Connection, permitId: number): Promise<void> {
  const midnight = startOfDay(today());
  const isOfToday = gte(statusLinks.createdAt, midnight);
  const mailed = and(eq(statusLinks.permitId, permitId), isNotNull(statusLinks.forEmail), isOfToday);
  if ((await tx.$count(statusLinks, mailed)) < maxMailedADay) return;
  const seconds = Math.ceil((Date.parse(daysAfter(midnight, 1)) - Date.now()) / 1000);
  throw new Refusal(429, "Enough links were mailed today", { retryAfter: Math.max(1, seconds) });
}

/** Mails a new link to the applicant and returns their email. 409 without one, 429 after five on a day. */
export function mailStatusLink(viewer: Viewer, permitId: number): Promise<{ email: string }> {
  return write(async (tx) => {
    const permit = await readManaged(tx, viewer, permitId);
    const email = permit.applicantEmail;
    if (!email) throw new Refusal(409, "The permit has no email of the applicant");
    await refuseMailedEnough(tx, permitId);
    await refuseTooMany(tx, permitId);
    const { path } = await createStatusLink(tx, viewer, permit, { forEmail: email });
    await queueEmails(tx, emailTo(applicantOf(permit), linkEmail(permit, path)));
    return { email };
  });
}

/** The applicant of a permit, as an email greets them. */
export const applicantOf = ({
  applicantName,
  applicantEmail,
}: Pick<Permit, "applicantName" | "applicantEmail">) => ({
  firstName: applicantName,
  lastName: null,
  email: applicantEmail ?? "",
});

function linkEmail(permit: Permit, path: string) {
  const number = permitNumberText(permit);
  const about = `${number}, ${permit.projectName}`;
  return {
    subject: `Your permit: ${about}`,
    lines: [
      `This link shows where the plan check of ${about}, ${permit.projectAddress} for ${cityInSentence(namesOf(permit.city))} is, and its letters.`,
      "It needs no password: whoever has it can read the page. It is valid for 400 days.",
    ],
    label: "Open the permit",
    path,
  };
}

/** The newest first; at most 200. A city gets no names: they may be an employee's. */
export async function listStatusLinks(viewer: Viewer, permit: Permit) {
  allow(viewer, "status-link.manage", permit);
  const { id, forEmail, madeByName, createdAt, expiresAt, revokedAt, lastUsedOn } = statusLinks;
  const rows = await db
    .select({ id, forEmail, madeByName, createdAt, expiresAt, revokedAt, lastUsedOn })
    .from(statusLinks)
    .where(eq(statusLinks.permitId, permit.id))
    .orderBy(desc(statusLinks.id))
    .limit(200);
  const isOfCity = scopeOf(viewer, "status-link.manage") === "city";
  return rows.map((link) => ({ ...link, madeByName: isOfCity ? null : link.madeByName }));
}

/** Revokes one link, or all of a permit. Returns how many were valid. */
export function revokeStatusLinks(viewer: Viewer, permitId: number, linkId?: number): Promise<number> {
  return write(async (tx) => {
    await readManaged(tx, viewer, permitId);
    const chosen = linkId === undefined ? undefined : eq(statusLinks.id, linkId);
    const revoked = await tx
      .update(statusLinks)
      .set({ revokedAt: now() })
      .where(and(eq(statusLinks.permitId, permitId), chosen, isLive()))
      .returning({ id: statusLinks.id });
    if (revoked.length > 0) {
      await recordEvent(tx, viewer, "permit.status-links-revoked", permitId, { links: revoked.length });
    }
    return revoked.length;
  });
}

type Opening = {
  token: string;
  /** Of the client, which the limits count. */
  address: string;
  /** Whether it is a page or a file, which the limit of reads counts. */
  isRead: boolean;
};

/**
 * Returns the applicant that a token stands for. 404 for a wrong, a revoked or an ended one; the refusal of an ended
 * one names the city. 429 for more than 60 reads a minute, or 30 wrong tokens an hour, from one address.
 */
export async function openStatusLink({ token, address, isRead }: Opening): Promise<Applicant> {
  await refuseAfterWrongTokens(address);
  if (isRead) await countRead(address);
  const [link] = await db
    .select({
      ...{ id: statusLinks.id, permitId: statusLinks.permitId, forEmail: statusLinks.forEmail },
      ...{ expiresAt: statusLinks.expiresAt, revokedAt: statusLinks.revokedAt },
      lastUsedOn: statusLinks.lastUsedOn,
      ...pick(cities, "cityName", "fullName"),
    })
    .from(statusLinks)
    .innerJoin(permits, eq(permits.id, statusLinks.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .where(eq(statusLinks.tokenHash, hashToken(token)));
  if (!link) {
    await countWrongToken(address);
    throw new Refusal(404, invalidLink);
  }
  if (link.revokedAt) throw new Refusal(404, invalidLink);
  if (link.expiresAt <= now()) {
    throw new Refusal(404, invalidLink, { hint: `Ask ${cityInSentence(namesOf(link))} for a new one.` });
  }
  if (link.lastUsedOn !== today()) await noteUse(link.id);
  return applicantBy({ permitId: link.permitId, linkId: link.id, email: link.forEmail });
}

/** Throws 404 if the applicant's link was revoked, or has ended, while their request arrived. */
export async function refuseEndedLink(tx: Connection, actor: Actor): Promise<void> {
  if (!isApplicant(actor)) return;
  const links = await tx.$count(statusLinks, and(eq(statusLinks.id, actor.linkId), isLive()));
  if (links === 0) throw new Refusal(404, invalidLink);
}

const noteUse = (id: number): Promise<void> =>
  tryWrite(`noting the use of status link ${id}`, () =>
    write((tx) => tx.update(statusLinks).set({ lastUsedOn: today() }).where(eq(statusLinks.id, id))),
  );
