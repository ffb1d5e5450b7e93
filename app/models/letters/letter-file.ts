import type { PlanFileOrigin } from "../files/plan-file";
import type { ReviewCycle } from "../permits/permit";

/** A plan file as a letter names it. */
export type NamedFile = { name: string; cycle?: ReviewCycle };

type OpenableFile = { id: number; fileName: string; origin: PlanFileOrigin; reviewCycle: ReviewCycle };

/**
 * Returns the id of each file that a letter names, or null for one that its reader cannot open. `files` are those that the
 * reader can open, the earliest first: a name that a letter lists again is that of a later file.
 */
export function fileIdsOf(
  named: readonly NamedFile[],
  origin: PlanFileOrigin,
  files: readonly OpenableFile[],
): (number | null)[] {
  const left = files.filter((file) => file.origin === origin);
  return named.map(({ name, cycle }) => {
    const isNamed = (file: OpenableFile) =>
      file.fileName === name && (cycle === undefined || file.reviewCycle === cycle);
    const index = left.findIndex(isNamed);
    return index < 0 ? null : (left.splice(index, 1)[0]?.id ?? null);
  });
}
