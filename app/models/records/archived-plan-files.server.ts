import type { ReviewCycle } from "../permits/permit";
import { readPlanFile } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { nullIfNotFound } from "../refusal";
import { pick } from "../shown-fields";
import { archiveNames } from "./archive-name";

export type ArchivedContent = { path: string; fileKey: string; sha256: string; at: string };

type ListedFile = { id: number; fileName: string; reviewCycle: ReviewCycle };

/**
 * Returns the files with their paths, in a folder for each review cycle. The earliest is first: a later one of the same
 * name in its cycle has another name in the archive.
 */
export function inCycleFolders<File extends ListedFile>(files: File[]): (File & { path: string })[] {
  const byCycle = Map.groupBy(
    files.toSorted((first, second) => first.id - second.id),
    ({ reviewCycle }) => reviewCycle,
  );
  return [...byCycle].flatMap(([cycle, ofCycle]) => {
    const names = archiveNames(ofCycle.map(({ fileName }) => fileName));
    return ofCycle.map((file, at) => ({ ...file, path: `${cycle}/${names[at]}` }));
  });
}

/** Each file is read in the viewer's scope when it is its turn; one that was deleted meanwhile is left out. */
export async function* planFileContents(
  viewer: Viewer,
  files: { id: number; path: string }[],
): AsyncGenerator<ArchivedContent> {
  for (const { id, path } of files) {
    const file = await nullIfNotFound(readPlanFile(viewer, id));
    if (file) yield { path, ...pick(file, "fileKey", "sha256"), at: file.uploadedAt };
  }
}
