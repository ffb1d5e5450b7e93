import { type PlanFileOrigin, planFileOrigins } from "../files/plan-file";
import type { ReviewCycle } from "../permits/permit";
import type { PlanFile } from "../permits/plan-file.server";

export type NamedFile = { name: string; cycle?: ReviewCycle };

type OpenableFile = Pick<
  PlanFile,
  "id" | "fileName" | "origin" | "reviewCycle" | "letterId" | "isSetAside" | "uploadedAt"
>;

type NamingLetter = {
  id: number | null;
  releasedAt: string | null;
  cycle: ReviewCycle;
  idsOfCycle: readonly number[];
};

/** Null for a file that the reader cannot open. A name that the letter lists again is the next file. */
export function fileIdsOf(
  named: readonly NamedFile[],
  origin: PlanFileOrigin,
  files: readonly OpenableFile[],
  letter: NamingLetter,
): (number | null)[] {
  const left = files
    .filter((file) => file.origin === origin && canBeIn(letter, file))
    .toSorted((first, second) => rankIn(letter, first) - rankIn(letter, second));
  return named.map(({ name, cycle }) => {
    const isNamed = (file: OpenableFile) =>
      file.fileName === name && (cycle === undefined || file.reviewCycle === cycle);
    const index = left.findIndex(isNamed);
    return index < 0 ? null : (left.splice(index, 1)[0]?.id ?? null);
  });
}

function canBeIn({ id, releasedAt, cycle, idsOfCycle }: NamingLetter, file: OpenableFile): boolean {
  if (releasedAt !== null && file.uploadedAt > releasedAt) return false;
  if (!planFileOrigins[file.origin].leavesWithLetter) return true;
  if (file.letterId !== null) return idsOfCycle.includes(file.letterId);
  return id === null || file.reviewCycle === cycle;
}

/** Files that went out with the letter come first, files that are set aside last. */
const rankIn = ({ id }: NamingLetter, { letterId, isSetAside }: OpenableFile): number =>
  (letterId === id ? 0 : 2) + (isSetAside ? 1 : 0);
