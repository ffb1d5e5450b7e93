import { and, eq, inArray, isNull } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { recordEvent } from "../audit.server";
import { changeRow } from "../change-row.server";
import { approvalWordings } from "../cities/approval-wording";
import { formatWhen, now } from "../clock.server";
import { type Decision, decisions } from "../corrections/decision";
import { keepFiles } from "../files/file-removal.server";
import { type StoredFile, withStoredBytes } from "../files/plan-file-store.server";
import { claimKey, hasIdempotencyKey, refuseReusedKey, scopedIdempotencyKey } from "../idempotency.server";
import { holdWordOf, nextReviewCycle, type PermitStatus, type ReviewCycle } from "../permits/permit";
import { setStatus } from "../permits/permit.server";
import { lettersOfCycle, type Permit, readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { allow, type Viewer } from "../policy";
import { conflictRefusal, Refusal } from "../refusal";
import { isInReview } from "../review-cycles/plan-check";
import {
  refuseCancelled,
  refuseOtherCycle,
  refuseWithoutCorrections,
  requirePlanCheck,
  type StoredPlanCheck,
} from "../review-cycles/plan-check.server";
import { pick } from "../shown-fields";
import { corrections, letterPictures, letters, planChecks, planFiles } from "../tables.server";
import { drawCutOuts } from "./cut-outs.server";
import { handedOver } from "./hand-over.server";
import { type LetterContent, letterKinds, maxIssues } from "./letter";
import { contentOf, latestLetter, letterColumns, type StoredLetter } from "./letter.server";
import { draftLetter, type LetterDraft, letterFiles } from "./letter-draft.server";
import { emailOfRelease, mailLetter, notifyOfLetter } from "./letter-email.server";
import { drawLetter } from "./letter-pdf.server";
import { changesSince, isSameVersion, letterVersion, readLetterFiles } from "./letter-version.server";

export type Release = {
  coverNote?: string | null;
  /** By default the status follows the outcome, unless the city itself approves. */
  setsStatus?: boolean;
  expectedVersion: string;
  formKey?: string;
};

/** Releases the letter of the current plan check, or nothing if it is refused or cannot be drawn (503). */
export async function releaseLetter(
  viewer: Viewer,
  permitId: number,
  cycle: ReviewCycle,
  { coverNote, ...release }: Release,
) {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "letter.release", permit);
  const key = scopedIdempotencyKey(release.formKey, viewer, permitId, cycle);
  const sent = { coverNote, setsStatus: release.setsStatus };
  await refuseReusedKey(db, kindOfKey, key, sent);
  const earlier = await releasedBy(db, key);
  if (earlier) return earlier;
  await refuseRelease(db, permit, cycle);
  const draft = await draftLetter(viewer, permit, coverNote);
  await refuseChanged(db, draft.permit, release.expectedVersion, draft.version);
  refuseBlocked(draft);
  await refuseUnchanged(draft);
  const { content, cutOuts } = await drawCutOuts(draft.content, viewer.id);
  const pdf = await drawLetter(content, { permitId, cutOuts });
  return withStoredBytes([pdf, ...cutOuts.values()], ([stored, ...pictures]) =>
    write((tx) => commit(tx, viewer, { ...release, permitId, cycle, key, sent, content, stored, pictures })),
  );
}

const kindOfKey = "letters";

async function releasedBy(connection: Connection, key: string | undefined) {
  if (!key) return undefined;
  const [letter] = await connection
    .select(letterColumns)
    .from(letters)
    .where(hasIdempotencyKey(letters, key));
  return letter;
}

async function refuseRelease(connection: Connection, permit: Permit, cycle: ReviewCycle) {
  await refuseWithoutCorrections(connection, permit);
  refuseOtherCycle(permit, cycle);
  refuseCancelled(permit);
  if (!isInReview(permit.planCheck)) {
    const letter = await latestLetter(connection, permit);
    const released = letter ? letter.number : `The ${cycle} letter`;
    const by = letter ? ` by ${letter.byName} ${formatWhen(letter.createdAt)}` : "";
    throw new Refusal(409, `${released} was released${by}`);
  }
  refuseTooManyLetters(permit);
}

export function refuseTooManyLetters(permit: Permit): void {
  if (lettersOfCycle(permit).length < maxIssues) return;
  const { reviewCycle } = permit;
  const whatNext = nextReviewCycle(reviewCycle) ? " Start the next review cycle." : "";
  throw new Refusal(409, `${reviewCycle} has ${maxIssues} letters.${whatNext}`);
}

async function refuseChanged(
  connection: Connection,
  permit: Permit,
  expectedVersion: string,
  version: string,
) {
  if (isSameVersion(expectedVersion, version)) return;
  const changes = await changesSince(connection, permit, expectedVersion);
  const what = changes ? `: ${changes}` : "";
  const message = `Changed after you opened this page${what}. Read the letter again: nothing was released.`;
  throw conflictRefusal(message, version);
}

function refuseBlocked({ blockers, permit }: LetterDraft) {
  if (blockers.length === 0) return;
  const list = blockers.map(({ what }) => what).join(" · ");
  throw new Refusal(409, `The ${permit.reviewCycle} letter cannot be released yet: ${list}`);
}

async function refuseUnchanged({ permit, content }: LetterDraft) {
  const former = lettersOfCycle(permit).at(-1);
  if (!former || comparable(await contentOf(former)) !== comparable(content)) return;
  throw new Refusal(409, `Nothing was changed since ${former.number}`);
}

const comparable = ({ number: _number, issuedOn: _issuedOn, ...said }: LetterContent) =>
  JSON.stringify(said, (name, value) => (name === "cutOut" ? undefined : value));

type Commit = Omit<Release, "coverNote" | "formKey"> & {
  permitId: number;
  cycle: ReviewCycle;
  key: string | undefined;
  sent: object;
  content: LetterContent;
  stored: StoredFile | undefined;
  pictures: StoredFile[];
};

async function commit(tx: Connection, viewer: Viewer, release: Commit): Promise<StoredLetter> {
  const { permitId, cycle, content, key, sent } = release;
  await claimKey(tx, kindOfKey, key, sent);
  const earlier = await releasedBy(tx, key);
  if (earlier) return earlier;
  const permit = await readPermit(viewer, permitId, tx);
  allow(viewer, "letter.release", permit);
  await refuseRelease(tx, permit, cycle);
  await refuseChanged(tx, permit, release.expectedVersion, await letterVersion(permit, tx));
  const former = lettersOfCycle(permit).at(-1);
  const planCheck = await requirePlanCheck(tx, permit);
  const status = statusAfter(permit, content, release.setsStatus);
  const letter = await insertLetter(tx, viewer, { permit, planCheck, status, ...release });
  if (former) {
    await tx.update(letters).set({ supersededById: letter.id }).where(eq(letters.id, former.id));
  }
  const { markedUp } = letterFiles(permit, await readLetterFiles(permit, tx));
  const ids = markedUp.map(({ id }) => id);
  await tx.update(planFiles).set({ letterId: letter.id }).where(inArray(planFiles.id, ids));
  await tx
    .update(corrections)
    .set({ firstLetterId: letter.id })
    .where(and(eq(corrections.permitId, permitId), isNull(corrections.firstLetterId)));
  const { number, kind, outcome, createdAt } = letter;
  const formerContent = former && (await contentOf(former, tx));
  await changeRow(tx, planChecks, planCheck, {
    state: letterKinds[kind].planCheckState,
    outcome,
    releasedAt: createdAt,
    releasedById: viewer.id,
    releasedByName: personName(viewer),
    ...(await handOverByEmail(tx, viewer, { permit, planCheck, letter, content, formerContent })),
    coverNote: null,
    // From now on the day does not follow the permit's submission date.
    isReceivedOnSet: true,
  });
  if (status) await setStatus(tx, viewer, permit, status);
  await recordEvent(tx, viewer, "letter.released", letter.id, { number, outcome });
  await notifyOfLetter(tx, viewer, permit, content, formerContent);
  return letter;
}

type Released = {
  permit: Permit;
  planCheck: StoredPlanCheck;
  letter: StoredLetter;
  content: LetterContent;
  formerContent?: LetterContent;
};

/** In a city whose letters go to the applicant too, the letter is handed over by its email. */
async function handOverByEmail(
  tx: Connection,
  viewer: Viewer,
  { permit, planCheck, letter, content, formerContent }: Released,
) {
  const forEmail = await emailOfRelease(permit, tx);
  if (!forEmail) return { handedOverOn: null, handOverEmailId: null };
  const handOverEmailId = await mailLetter(tx, viewer, { permit, forEmail, content, former: formerContent });
  return { handedOverOn: letter.issuedOn, ...handedOver(planCheck, letter.issue), handOverEmailId };
}

function statusAfter(permit: Permit, content: LetterContent, setsStatus?: boolean): PermitStatus | undefined {
  const status = offeredStatus(permit, content.outcome);
  const isWanted = setsStatus ?? setsStatusByDefault(content);
  return isWanted && status !== permit.status ? status : undefined;
}

/** The permit's status that fits the outcome of a letter; undefined if the release cannot change it. */
export function offeredStatus({ status }: Pick<Permit, "status">, outcome: Decision) {
  if (holdWordOf(status)) return undefined;
  return decisions[outcome].permitStatus ?? undefined;
}

type WordedLetter = Pick<LetterContent, "kind" | "approvalWording">;

export const setsStatusByDefault = ({ kind, approvalWording }: WordedLetter): boolean =>
  letterKinds[kind].needsAnswers || !approvalWordings[approvalWording].isByCity;

type NewLetter = Commit & { permit: Permit; planCheck: StoredPlanCheck; status: PermitStatus | undefined };

async function insertLetter(tx: Connection, viewer: Viewer, { permit, planCheck, status, ...of }: NewLetter) {
  const { content, stored, pictures, key } = of;
  const { number, kind, outcome, issuedOn } = content;
  const files = [stored, ...pictures].flatMap((file) => file?.fileKey ?? []);
  const [missing] = await keepFiles(tx, files);
  if (missing || !stored) throw new Error("The files of the letter are no longer stored");
  const [letter] = await tx
    .insert(letters)
    .values({
      permitId: permit.id,
      planCheckId: planCheck.id,
      reviewCycle: permit.reviewCycle,
      issue: lettersOfCycle(permit).length + 1,
      ...{ number, kind, outcome, issuedOn },
      ...pick(stored, "fileKey", "sha256", "byteSize"),
      statusBefore: status ? permit.status : null,
      byId: viewer.id,
      byName: personName(viewer),
      idempotencyKey: key,
      createdAt: now(),
      content: JSON.stringify(content),
    })
    .returning(letterColumns);
  if (!letter) throw new Error("The letter was not inserted");
  if (pictures.length > 0) {
    const rows = pictures.map((picture) => ({ letterId: letter.id, ...picture }));
    await tx.insert(letterPictures).values(rows);
  }
  return letter;
}
