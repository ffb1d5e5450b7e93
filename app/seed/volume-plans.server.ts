import { type NewPlanFile, type StoredFile, storeBytes } from "~/models/files/plan-file-store.server";
import type * as tables from "~/models/tables.server";
import { momentOn } from "./demo-calendar";
import { pdfSheets } from "./demo-data";
import { cycleName, type DemoCycle } from "./demo-permits";
import { storeSamplePlans } from "./demo-plans.server";
import { itemAt, randomFrom } from "./demo-random";
import { samplePdf } from "./sample-plans";
import { dealt } from "./uneven-shares";
import type { VolumeContext, VolumePermit } from "./volume-permits";

export type PlanFileRow = typeof tables.planFiles.$inferInsert;

const contents = 50;

/** Stores the drawings that the files of all permits are copies of: the demo's, and its sheets again for other buildings. */
export async function storeVolumePlans(): Promise<NewPlanFile[]> {
  const samples = await storeSamplePlans();
  const others = Array.from({ length: contents - samples.length }, async (_, index): Promise<NewPlanFile> => {
    const { number, title } = itemAt(pdfSheets, index);
    const project = `Building ${2 + Math.floor(index / pdfSheets.length)}`;
    const stored = await storeBytes(samplePdf({ number, title, project, address: "Redline demonstration" }));
    return { ...stored, fileName: `${number} ${title}, ${project}.pdf`, kind: "pdf" };
  });
  return [...samples, ...(await Promise.all(others))];
}

/** Stores the PDF that all letters are copies of. */
export const storeVolumeLetter = (): Promise<StoredFile> =>
  storeBytes(
    samplePdf({ number: "Letter", title: "Sample", project: "Sample", address: "Redline demonstration" }),
  );

/** Returns a function that creates the plan files of each permit, in the order of the permits. */
export function createPlanFiles({ sizes, people, days }: VolumeContext, samples: NewPlanFile[]) {
  const random = randomFrom(113);
  const counts = dealt(sizes.planFiles, sizes.permits, { random, group: 10, winners: 3, most: 5 });
  const toSave = sizes.fullReviewers * sizes.fullReviewFiles;
  let isSaving = toSave > 0;
  let saved = 0;

  /** Saves the files of the oldest permits for those with a full review, and gives what is left to the newest. */
  function countOf({ row }: VolumePermit, isFull: boolean): number {
    const dealtCount = counts.next().value as number;
    const left = sizes.permits - row.id + 1;
    // Less than nothing is saved after a permit with a full review that had too little dealt.
    const rest = saved < 0 ? saved : left <= saved ? Math.ceil(saved / left) : 0;
    const count = isFull ? sizes.fullReviewFiles : isSaving ? 0 : Math.max(0, dealtCount + rest);
    saved += dealtCount - count;
    if (saved >= toSave) isSaving = false;
    return count;
  }

  return (permit: VolumePermit, isFull: boolean): PlanFileRow[] => {
    const count = countOf(permit, isFull);
    if (count === 0) return [];
    const cycle = random.pick(permit.cycles) as DemoCycle;
    const uploader = random.pick([people.administrator, ...permit.city.people]);
    const start = random.between(0, samples.length - 1);
    const uploadedAt = momentOn(days[cycle.start], "assigning", 0);
    return Array.from({ length: count }, (_, index) => {
      return {
        ...itemAt(samples, start + index * 7),
        permitId: permit.row.id,
        reviewCycle: cycleName(permit, cycle),
        uploadedById: uploader.id,
        uploadedAt,
        formPosition: index,
      };
    });
  };
}
