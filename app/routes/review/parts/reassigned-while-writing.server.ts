import { wasReassignedFrom, wasReviewerOf } from "~/models/assignments/assignment-record.server";
import { readCorrectionStates } from "~/models/corrections/correction-state.server";
import type { Discipline } from "~/models/discipline";
import { readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";

/** Finds the discipline of a correction, which its reviewer may have lost. */
export const disciplineOf = (viewer: Viewer, permitId: number, correctionId: number) => async () => {
  const corrections = await readCorrectionStates(await readPermit(viewer, permitId));
  return corrections.find(({ id }) => id === correctionId)?.discipline;
};

/** Throws 409 for a refusal with another reason, so the typed text stays on the page. */
async function keepTextIf<Result>(
  command: () => Promise<Result>,
  reasonFor: (refusal: Refusal) => Promise<string | undefined>,
): Promise<Result> {
  try {
    return await command();
  } catch (error) {
    const reason = error instanceof Refusal && (await reasonFor(error));
    throw reason ? new Refusal(409, reason) : error;
  }
}

export const keepNotesIfReassigned = <Result>(
  viewer: Viewer,
  permitId: number,
  assignmentId: number,
  command: () => Promise<Result>,
) =>
  keepTextIf(command, async ({ status }) => {
    const isReassigned = status === 403 && (await wasReassignedFrom(viewer, permitId, assignmentId));
    return status === 404 || isReassigned
      ? "This assignment was removed or reassigned while you were writing. Copy your notes before you leave."
      : undefined;
  });

export const keepTextIfReassigned = <Result>(
  viewer: Viewer,
  permitId: number,
  written: Discipline | (() => Promise<Discipline | undefined>),
  command: () => Promise<Result>,
) =>
  keepTextIf(command, async ({ status }) => {
    if (status !== 403) return undefined;
    const discipline = typeof written === "function" ? await written() : written;
    return discipline && (await wasReviewerOf(viewer, permitId, discipline))
      ? `${discipline} is no longer assigned to you here. Copy your text before you leave.`
      : undefined;
  });
