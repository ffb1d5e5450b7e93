import type { CalendarDate } from "~/models/calendar-date";
import { type StoredFile, storeBytes } from "~/models/files/plan-file-store.server";
import { reviewCycles } from "~/models/permits/permit";
import type { planFiles } from "~/models/tables.server";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import { dwgTitle, dxfSheets, pdfSheets, sampleProject } from "./demo-data";
import type { DemoPeople } from "./demo-people";
import type { DemoPermit } from "./demo-permits";
import { randomFrom } from "./demo-random";
import { sampleDwg, sampleDxf, samplePdf } from "./sample-plans";

type PlanFileRow = typeof planFiles.$inferInsert;

/** Writes the few drawings that all permits share. */
export function storeSamplePlans(): Promise<StoredFile[]> {
  return Promise.all([
    ...pdfSheets.map(async (sheet): Promise<StoredFile> => {
      const stored = await storeBytes(samplePdf({ ...sheet, ...sampleProject }));
      return { ...stored, fileName: `${sheet.number} ${sheet.title}.pdf`, kind: "pdf" };
    }),
    ...dxfSheets.map(async (sheet): Promise<StoredFile> => {
      const stored = await storeBytes(sampleDxf({ ...sheet, ...sampleProject }));
      return { ...stored, fileName: `${sheet.title}.dxf`, kind: "dxf" };
    }),
    storeBytes(sampleDwg()).then(
      (stored): StoredFile => ({ ...stored, fileName: `${dwgTitle}.dwg`, kind: "dwg" }),
    ),
  ]);
}

/** One to three different files on most permits, uploaded by their city or by the administrator. */
export function demoPlanFiles(
  permits: DemoPermit[],
  people: DemoPeople,
  samples: StoredFile[],
  today: CalendarDate,
): PlanFileRow[] {
  const random = randomFrom(47);
  const days: CalendarDate[] = workingDaysBefore(today);
  return permits
    .filter(() => random.chance(0.6))
    .flatMap(({ row, cycles }) => {
      const uploaders = [people.administrator, ...people.usersOfCity(row.cityId)];
      const position = random.between(0, cycles.length - 1);
      const first = random.between(0, samples.length - 1);
      const uploader = random.pick(uploaders);
      return Array.from({ length: random.between(1, 3) }, (_, index): PlanFileRow => {
        const sample = samples[(first + index * 5) % samples.length] as StoredFile;
        return {
          permitId: row.id,
          reviewCycle: reviewCycles[position] ?? "PC1",
          ...sample,
          uploadedById: uploader.id,
          uploadedAt: momentOn(days[cycles[position]?.start ?? 0], "assigning", index / 3),
        };
      });
    });
}
