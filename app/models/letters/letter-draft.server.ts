import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import { env } from "~/env.server";
import { dayOf, today } from "../clock.server";
import { db } from "../db.server";
import { isBefore, type ReviewCycle } from "../permits/permit";
import { lettersOfCycle, type Permit, readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { type EffectiveDecision, isReviewOpen } from "../plan-checks/plan-check";
import { currentReceivedOn, refuseOtherCycle } from "../plan-checks/plan-check.server";
import { type Assignment, listAssignments } from "../plan-review/assignment.server";
import { byNumber } from "../plan-review/correction";
import { isBackCheckedIn, issuedIn } from "../plan-review/correction-state.server";
import { outcomeOf } from "../plan-review/decision";
import { progressOf } from "../plan-review/permit-plan-checks.server";
import { allow, reach, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { backChecks, corrections, employees, users } from "../tables.server";
import { type LetterContent, letterNumber } from "./letter";
import { contactOf } from "./letter-contact";
import { currentPlans, letterCity, letterContent } from "./letter-content";
import { letterRecipients } from "./letter-email.server";
import { type LetterFile, readLetterCity, readLetterFiles, versionOfLetter } from "./letter-version.server";
import { plain, warningsOf } from "./letter-warning";

/**
 * Returns the letter of a permit's current plan check as it would go out now, what keeps it back, what to consider
 * first, and its version, which a release expects. Throws 404 outside the viewer's scope, for viewers outside the firm, and
 * if the city has never used corrections.
 */
export async function previewLetter(viewer: Viewer, permitId: number) {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "letter.read", permit);
  const hasPlanChecks = permit.city.usesCorrections || permit.cyclesWithPlanCheck.length > 0;
  // What is not released does not leave the firm.
  if (!hasPlanChecks || reach(viewer, "letter.read") !== "all") throw notFound("Letter");
  return draftLetter(viewer, permit);
}

/**
 * Returns the letter of a plan check as `previewLetter` does, for a release by a program. Throws 403 without the
 * permission, and 409 when another cycle than `cycle` is current.
 */
export async function previewRelease(
  viewer: Viewer,
  permitId: number,
  cycle: ReviewCycle,
): Promise<LetterDraft> {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "letter.release", permit);
  refuseOtherCycle(permit, cycle);
  return draftLetter(viewer, permit);
}

export type LetterDraft = Awaited<ReturnType<typeof draftLetter>>;

/** Writes the letter of a permit that the viewer may read, with the cover note or the one that is kept as a draft. */
export async function draftLetter(viewer: Viewer, permit: Permit, coverNote?: string | null) {
  const city = await readLetterCity(permit);
  const files = await readLetterFiles(permit);
  const assignments = await listAssignments(viewer, permit);
  const written = await readWritten(permit);
  const recipients = await letterRecipients(viewer, permit);
  const progress = progressOf(permit, assignments, written);
  const { blockers, effective } = progress;
  const issue = lettersOfCycle(permit).length + 1;
  const { number: permitNumber, ...project } = projectOf(permit);
  const content: LetterContent = letterContent({
    number: letterNumber({ number: permitNumber, revision: project.revision }, permit.reviewCycle, issue),
    cycle: permit.reviewCycle,
    issuedOn: today(),
    city: letterCity(city),
    provider: env.PROVIDER_NAME,
    contact: contactOf(city),
    codes: city.letterCodes,
    approvalWording: city.approvalWording,
    permit: { number: permitNumber, ...project },
    applicant: { name: permit.applicantName, email: permit.applicantEmail },
    receivedOn: await currentReceivedOn(permit),
    outcome: progress.outcome ?? outcomeSoFar(effective),
    coverNote: coverNote === undefined ? city.coverNote : coverNote,
    files: fileNames(permit, files),
    effective,
    reviewers: city.letterNamesReviewers ? await readReviewers(effective, assignments) : new Map(),
    corrections: written.toSorted(byNumber),
  });
  return {
    ...{ permit, assignments, content, blockers },
    version: versionOfLetter(permit, { city, files, assignments, corrections: written }),
    outcome: progress.outcome,
    /** Whether the plan check is in review, so that its letter can be released. */
    isOpen: isReviewOpen(permit),
    recipients,
    warnings: [
      ...(recipients.length === 0 ? [plain("This city has no user who can be told")] : []),
      ...warningsOf(content),
    ],
  };
}

const projectOf = (permit: Permit) => ({
  number: permit.urban37PermitNumber,
  revision: permit.revisionNumber,
  cityNumber: permit.cityPermitNumber,
  name: permit.projectName,
  address: permit.projectAddress,
  type: permit.projectType,
});

/** The outcome of a draft while a discipline is undecided: what the decided ones lead to. */
const outcomeSoFar = (effective: readonly EffectiveDecision[]) =>
  outcomeOf(effective.flatMap(({ decision }) => decision ?? [])) ?? "corrections_required";

/**
 * Reads the names of the reviewers, by discipline: those who decided, also if the review was given to another one since.
 * Where an administrator decided, it was for the assigned reviewer.
 */
async function readReviewers(effective: readonly EffectiveDecision[], assignments: Assignment[]) {
  const decided = effective.flatMap(({ discipline, decidedIn }) => {
    const isOf = (row: Assignment) => row.discipline === discipline && row.reviewCycle === decidedIn;
    return assignments.find(isOf) ?? [];
  });
  const people = await db
    .select({ id: users.id, role: users.role, employeeId: employees.id, ...nameColumns })
    .from(users)
    .leftJoin(employees, eq(employees.userId, users.id))
    .where(
      inArray(
        users.id,
        decided.flatMap(({ decidedById }) => decidedById ?? []),
      ),
    );
  return new Map(
    decided.map(({ discipline, decidedById, employeeId, employeeName }) => {
      const decider = people.find(({ id }) => id === decidedById);
      if (!decider || decider.employeeId === employeeId) return [discipline, employeeName];
      const decidesAll = reach(decider, "correction.write") === "all";
      return [discipline, decidesAll ? `${personName(decider)} for ${employeeName}` : personName(decider)];
    }),
  );
}

/** Reads the corrections of a permit with the verdicts of its current cycle. */
const readWritten = ({ id, reviewCycle }: Permit) =>
  db
    .select({
      ...getTableColumns(corrections),
      issuedIn,
      isBackChecked: isBackCheckedIn(reviewCycle),
      verdict: backChecks.verdict,
      remark: backChecks.remark,
    })
    .from(corrections)
    .leftJoin(
      backChecks,
      and(eq(backChecks.correctionId, corrections.id), eq(backChecks.reviewCycle, reviewCycle)),
    )
    .where(eq(corrections.permitId, id));

/**
 * The files of a letter, without those that are set aside. Marked-up files go out with the next letter of their cycle or a
 * later one, and again with one that is issued again.
 */
export function letterFiles(permit: Permit, files: readonly LetterFile[]) {
  const current = permit.reviewCycle;
  const issued = lettersOfCycle(permit);
  const listed = files.filter(({ isSetAside }) => !isSetAside);
  const submitted = listed.filter(({ origin }) => origin === "submitted");
  return {
    submitted,
    reviewed: submitted.filter(({ reviewCycle }) => reviewCycle === current),
    markedUp: listed.filter(
      ({ origin, reviewCycle, letterId }) =>
        origin === "marked_up" &&
        !isBefore(current, reviewCycle) &&
        (letterId === null || issued.some(({ id }) => id === letterId)),
    ),
  };
}

function fileNames(permit: Permit, files: readonly LetterFile[]) {
  const { submitted, reviewed, markedUp } = letterFiles(permit, files);
  const namesOf = (rows: LetterFile[]) => rows.map(({ fileName }) => fileName);
  const plans = submitted.map(({ fileName, uploadedAt, reviewCycle }) => ({
    ...{ name: fileName, on: dayOf(uploadedAt), cycle: reviewCycle },
  }));
  return { reviewed: namesOf(reviewed), markedUp: namesOf(markedUp), current: currentPlans(plans) };
}
