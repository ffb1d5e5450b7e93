import { queryOf } from "~/models/address";
import { fileSize } from "~/models/files/file-size";
import { byCycle, type ReviewCycle } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";

type ListedFile = { reviewCycle: ReviewCycle; byteSize: number };

/**
 * Links to ZIP files of a permit's plan files: of all, and of each cycle, the newest first. None has a single file, or the
 * same files as another.
 */
export function zipLinksOf(permit: { id: number }, files: ListedFile[], { asCity = false } = {}) {
  const linkTo = (name: string, zipped: ListedFile[], reviewCycle?: ReviewCycle) => ({
    address: `/api/permits/${permit.id}/files.zip${queryOf({ reviewCycle, asCity: asCity ? "yes" : null })}`,
    label: `Download ${name} (${pluralize(zipped.length, "file", "files")}, ${fileSize(bytesOf(zipped))})`,
  });
  if (files.length < 2) return [];
  const cycles = [...Map.groupBy(files, ({ reviewCycle }) => reviewCycle)]
    .filter(([, ofCycle]) => ofCycle.length > 1 && ofCycle.length < files.length)
    .toSorted(([first], [second]) => byCycle(second, first));
  return [linkTo("all", files), ...cycles.map(([cycle, ofCycle]) => linkTo(cycle, ofCycle, cycle))];
}

const bytesOf = (files: ListedFile[]): number => files.reduce((sum, { byteSize }) => sum + byteSize, 0);
