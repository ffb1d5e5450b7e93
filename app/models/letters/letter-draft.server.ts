import { eq, getTableColumns, inArray } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { type Assignment, listAssignments } from "../assignments/assignment.server";
import { letterRecipients } from "../cities/letter-settings";
import { dayOf, today } from "../clock.server";
import { latestAnswer, sentAnswersColumn } from "../corrections/correction-answer.server";
import { backCheckedSql, isBackCheckIn, issuedIn } from "../corrections/correction-state.server";
import { outcomeOf } from "../corrections/decision";
import { planFileOrigins } from "../files/plan-file";
import { cityUserRecipients } from "../mail/recipients.server";
import { placesColumn, placesFrom, type StoredPlace, sheetsOfPlaces } from "../markups/place-list.server";
import { isBefore, type ReviewCycle } from "../permits/permit";
import { lettersOfCycle, type Permit, readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { progressOf } from "../plan-checks/permit-plan-checks.server";
import { allow, scopeOf, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { type EffectiveDecision, hasPlanChecks, isReviewOpen } from "../review-cycles/plan-check";
import { currentReceivedOn, refuseOtherCycle } from "../review-cycles/plan-check.server";
import { pick } from "../shown-fields";
import { backChecks, corrections, employees, users } from "../tables.server";
import { type LetterPlace, letterNumber } from "./letter";
import { currentPlans, letterCity, letterContactOf, letterContent } from "./letter-content";
import { emailOfRelease } from "./letter-email.server";
import { type LetterFile, readLetterCity, readLetterFiles, versionOfLetter } from "./letter-version.server";
import { warningsOf, warningWithoutItems } from "./letter-warning";

/** Returns the letter as it would go out now, with blockers, warnings and its version. 404 outside the firm. */
export async function previewLetter(viewer: Viewer, permitId: number) {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "letter.read", permit);
  if (!hasPlanChecks(permit) || scopeOf(viewer, "letter.read") !== "all") throw notFound("Letter");
  return draftLetter(viewer, permit);
}

export async function previewRelease(viewer: Viewer, permitId: number, cycle: ReviewCycle) {
  const permit = await readPermit(viewer, permitId);
  allow(viewer, "letter.release", permit);
  refuseOtherCycle(permit, cycle);
  return draftLetter(viewer, permit);
}

export type LetterDraft = Awaited<ReturnType<typeof draftLetter>>;

export async function draftLetter(viewer: Viewer, permit: Permit, coverNote?: string | null) {
  const city = await readLetterCity(permit);
  const files = await readLetterFiles(permit);
  const assignments = await listAssignments(viewer, permit);
  const corrections = await readCorrectionsOfLetter(permit);
  const sheets = sheetsOfPlaces(corrections.flatMap(({ places }) => places));
  const users = await cityUserRecipients(db, viewer, permit.cityId);
  const applicantEmail = await emailOfRelease(permit);
  const progress = progressOf(permit, assignments, corrections);
  const { blockers, effective } = progress;
  const issue = lettersOfCycle(permit).length + 1;
  const project = projectOf(permit);
  const content = letterContent({
    number: letterNumber(project, permit.reviewCycle, issue),
    cycle: permit.reviewCycle,
    issuedOn: today(),
    city: letterCity(city),
    provider: env.PROVIDER_NAME,
    contact: letterContactOf(city),
    codes: city.letterCodes,
    approvalWording: city.approvalWording,
    permit: project,
    applicant: { name: permit.applicantName, email: permit.applicantEmail },
    receivedOn: await currentReceivedOn(permit),
    outcome: progress.outcome ?? outcomeSoFar(effective),
    answersBy: city.applicantsAnswer ? "link" : "city",
    coverNote: coverNote === undefined ? city.coverNote : coverNote,
    files: fileNames(permit, files),
    effective,
    reviewers: city.letterNamesReviewers ? await readReviewers(effective, assignments) : new Map(),
    corrections,
  });
  return {
    ...{ permit, assignments, corrections, content, blockers },
    version: versionOfLetter(permit, { city, files, sheets, assignments, corrections }),
    outcome: progress.outcome,
    isOpen: isReviewOpen(permit),
    recipients: [
      ...users.map((user) => ({ name: personName(user), email: user.email })),
      ...(applicantEmail ? [{ name: applicantLabel(permit.applicantName), email: applicantEmail }] : []),
    ],
    warnings: [
      ...(letterRecipients[permit.city.letterRecipients].hasApplicant && !permit.applicantEmail
        ? [warningWithoutItems("No applicant email: only the city is told")]
        : []),
      ...(users.length === 0 ? [warningWithoutItems("This city has no user who can be told")] : []),
      ...(city.hasUnconfirmedSheets
        ? [warningWithoutItems(`Sheet list of ${permit.reviewCycle}: not confirmed`)]
        : []),
      ...warningsOf(content),
    ],
  };
}

const applicantLabel = (name: string | null): string =>
  `${name ? `${name}, the applicant` : "The applicant"}, by a status link`;

const projectOf = (permit: Permit) => ({
  number: permit.urban37PermitNumber,
  revision: permit.revisionNumber,
  cityNumber: permit.cityPermitNumber,
  name: permit.projectName,
  address: permit.projectAddress,
  type: permit.projectType,
});

const outcomeSoFar = (effective: readonly EffectiveDecision[]) =>
  outcomeOf(effective.flatMap(({ decision }) => decision ?? [])) ?? "corrections_required";

/** Names those who decided. Where an administrator decided, it was for the assigned reviewer. */
async function readReviewers(effective: readonly EffectiveDecision[], assignments: Assignment[]) {
  const decided = effective.flatMap(({ discipline, decidedIn }) => {
    const isOf = (row: Assignment) => row.discipline === discipline && row.reviewCycle === decidedIn;
    return assignments.find(isOf) ?? [];
  });
  const ids = decided.flatMap(({ decidedById }) => decidedById ?? []);
  const people = await db
    .select({ id: users.id, role: users.role, employeeId: employees.id, ...nameColumns })
    .from(users)
    .leftJoin(employees, eq(employees.userId, users.id))
    .where(inArray(users.id, ids));
  return new Map(
    decided.map(({ discipline, decidedById, employeeId, employeeName }) => {
      const decider = people.find(({ id }) => id === decidedById);
      if (!decider || decider.employeeId === employeeId) return [discipline, employeeName];
      const decidesAll = scopeOf(decider, "correction.write") === "all";
      return [discipline, decidesAll ? `${personName(decider)} for ${employeeName}` : personName(decider)];
    }),
  );
}

async function readCorrectionsOfLetter(permit: Permit) {
  const { id, reviewCycle } = permit;
  const rows = await db
    .select({
      ...getTableColumns(corrections),
      placed: placesColumn,
      issuedIn,
      isBackChecked: backCheckedSql(reviewCycle),
      verdict: backChecks.verdict,
      remark: backChecks.remark,
      sentAnswers: sentAnswersColumn,
    })
    .from(corrections)
    .leftJoin(backChecks, isBackCheckIn(reviewCycle))
    .where(eq(corrections.permitId, id));
  return rows.map(({ placed, sentAnswers, ...row }) => ({
    ...row,
    answer: latestAnswer(sentAnswers),
    places: placesFrom(placed, row.id).map(letterPlace),
  }));
}

const letterPlace = (place: StoredPlace): LetterPlace =>
  pick(place, "sheetId", "name", "cycle", "shape", "points", "text");

/** Marked-up files go out with the next letter, and again with a corrected one; files that are set aside do not. */
export function letterFiles(permit: Permit, files: readonly LetterFile[]) {
  const current = permit.reviewCycle;
  const issued = lettersOfCycle(permit);
  const listed = files.filter(({ isSetAside }) => !isSetAside);
  const submitted = listed.filter(({ origin }) => planFileOrigins[origin].isReviewed);
  return {
    submitted,
    reviewed: submitted.filter(({ reviewCycle }) => reviewCycle === current),
    markedUp: listed.filter(
      ({ origin, reviewCycle, letterId }) =>
        planFileOrigins[origin].leavesWithLetter &&
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
