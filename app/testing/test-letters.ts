import { and, eq, isNull } from "drizzle-orm";
import { now, today } from "~/models/clock.server";
import { decide } from "~/models/corrections/decision.server";
import { keepFiles } from "~/models/files/file-removal.server";
import { newFileKey } from "~/models/files/file-store.server";
import { type StoredFile, storeBytes } from "~/models/files/plan-file-store.server";
import { letterKinds } from "~/models/letters/letter";
import { draftLetter, previewLetter } from "~/models/letters/letter-draft.server";
import { type Release, releaseLetter } from "~/models/letters/release.server";
import type { ReviewCycle } from "~/models/permits/permit";
import { lettersOfCycle, type Permit, readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { openPlanCheck } from "~/models/review-cycles/plan-check.server";
import { pick } from "~/models/shown-fields";
import { corrections, letterPictures, letters, planChecks } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { assign, makeCorrections, makePermit } from "./test-rows";

type DecidedPermit = {
  permit: Permit;
  /** The assignment. */
  fire: number;
  /** The correction. */
  first: number;
};

/** Creates a permit whose letter can be released: the reviewer has decided Fire with the correction F-1. */
export async function makeDecidedPermit(
  administrator: Viewer,
  reviewer: Viewer,
  cityId: number,
  fields: Record<string, unknown> = {},
): Promise<DecidedPermit> {
  const permit = await makePermit(administrator, cityId, { requiredDisciplines: ["Fire"], ...fields });
  const fire = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  const [first = 0] = await makeCorrections(permit, reviewer, [{}]);
  await decide(reviewer, fire, { decision: "corrections_required" });
  return { permit, fire, first };
}

/** Releases the letter of a permit's current plan check as it would go out now. */
export async function releaseNow(
  viewer: Viewer,
  permitId: number,
  { cycle = "PC1", ...release }: Partial<Release> & { cycle?: ReviewCycle } = {},
) {
  const { version } = await previewLetter(viewer, permitId);
  return releaseLetter(viewer, permitId, cycle, { expectedVersion: version, ...release });
}

/**
 * Stores the letter of a permit's current plan check, with what a release does to the plan check and its corrections, but
 * without rules, a PDF and emails. Returns the letter's id.
 */
export async function issueLetter(
  viewer: Viewer,
  permitId: number,
  stored: StoredFile = { fileKey: newFileKey(), sha256: "0".repeat(64), byteSize: 1000 },
): Promise<number> {
  const permit = await readPermit(viewer, permitId);
  const { content } = await draftLetter(viewer, permit, null);
  const { number, kind, outcome } = content;
  const issue = lettersOfCycle(permit).length + 1;
  return write(async (tx) => {
    const planCheck = await openPlanCheck(tx, permit);
    if (!planCheck) throw new Error("The city does not use corrections");
    const createdAt = now();
    const [letter] = await tx
      .insert(letters)
      .values({
        ...{ permitId, issue, number, kind, outcome, createdAt },
        planCheckId: planCheck.id,
        reviewCycle: permit.reviewCycle,
        issuedOn: today(),
        ...pick(stored, "fileKey", "sha256", "byteSize"),
        byName: "Dana Park",
        content: JSON.stringify(content),
      })
      .returning({ id: letters.id });
    if (!letter) throw new Error("No letter");
    await tx
      .update(corrections)
      .set({ firstLetterId: letter.id })
      .where(and(eq(corrections.permitId, permitId), isNull(corrections.firstLetterId)));
    const state = letterKinds[kind].planCheckState;
    await tx
      .update(planChecks)
      .set({ state, outcome, releasedAt: createdAt, isReceivedOnSet: true })
      .where(eq(planChecks.id, planCheck.id));
    return letter.id;
  });
}

/** Adds a cut-out to a letter, of which the content says nothing. Returns what names it. */
export async function addLetterPicture(letterId: number, text: string): Promise<StoredFile> {
  const stored = await storeBytes(Buffer.from(text));
  await write(async (tx) => {
    await keepFiles(tx, [stored.fileKey]);
    await tx.insert(letterPictures).values({ letterId, ...stored });
  });
  return stored;
}
