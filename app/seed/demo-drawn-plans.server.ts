import type { CalendarDate } from "~/models/calendar-date";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { noFindings } from "~/models/sheets/plan-set";
import { drawCalculationReport } from "./calculation-report";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import type { DemoPeople } from "./demo-people";
import { cycleName, type DemoPermit } from "./demo-permits";
import { completeSet, setWithMistakes } from "./demo-plan-sets";
import { drawPlanSet, type PlanSet, type PlanSheet } from "./plan-set-drawing";
import { drawScannedSurvey } from "./scanned-survey";
import { sheetSize } from "./sheet-frame";
import { type PlanFileRow, type SeedPlanSet, type SeedSheet, sampleSet } from "./sheet-rows";

type Project = { project: string; address: string; dates: CalendarDate[] };
/** Each file of a permit with its review cycle, from 0. */
type DrawnFile = {
  fileName: string;
  cycle: number;
  draw(project: Project): Promise<Buffer>;
  set: SeedPlanSet;
};

const planSetName = "Plan set.pdf";
const pagesOfReport = 12;
const noProject: Project = { project: "", address: "", dates: [] };
const named = ({ number, title }: PlanSheet) => ({ number, title });

/** The sheets of a review, from 0, and which of them differ from those of the review before. */
function sheetsOfReview(review: number): SeedSheet[] {
  const changesIn = (set: PlanSet, wanted: string) =>
    set.sheets.find(({ number }) => number === wanted)?.changes?.length ?? 0;
  const [set, before] = [completeSet(noProject, review), completeSet(noProject, Math.max(0, review - 1))];
  return set.sheets.map((sheet) => ({
    ...named(sheet),
    isChanged: changesIn(set, sheet.number) !== changesIn(before, sheet.number),
  }));
}
const dated = ({ project, address, dates }: Project) => ({ project, address, date: dates[0] ?? "" });

/**
 * Permits of Oakville. The demo reviewer is in the third review of the first one, in the first review of the second,
 * and has reviewed the third, which is among the newest.
 */
const drawnFiles: Record<number, DrawnFile[]> = {
  174: [0, 1, 2].map((cycle) => ({
    fileName: cycle === 0 ? planSetName : planSetName.replace(".", ` rev ${cycle}.`),
    cycle,
    draw: (project) => drawPlanSet(completeSet(project, cycle)),
    set: {
      ...{ sheets: sheetsOfReview(cycle), size: sheetSize, isConfirmed: true },
      withdrawn: withdrawnIn(cycle),
    },
  })),
  177: [
    {
      fileName: planSetName,
      cycle: 0,
      draw: (project) => drawPlanSet(setWithMistakes(project)),
      set: { sheets: setWithMistakes(noProject).sheets.map(named), size: sheetSize },
    },
  ],
  234: [
    {
      fileName: "Site survey (scan).pdf",
      cycle: 0,
      draw: (project) => drawScannedSurvey(dated(project)),
      set: {
        sheets: [{ number: null, title: null }],
        size: sheetSize,
        findings: { ...noFindings, scannedPages: [1] },
      },
    },
    {
      fileName: "Structural calculations.pdf",
      cycle: 0,
      draw: (project) => drawCalculationReport(dated(project)),
      set: {
        sheets: Array.from({ length: pagesOfReport }, () => ({ number: null, title: null })),
        size: { width: 612, height: 792 },
        isDocument: true,
      },
    },
  ],
};

/** The numbers of the review before that a review, from 0, lacks. */
function withdrawnIn(review: number): string[] {
  const numbers = new Set(completeSet(noProject, review).sheets.map(({ number }) => number));
  return completeSet(noProject, Math.max(0, review - 1)).sheets.flatMap(({ number }) =>
    numbers.has(number) ? [] : number,
  );
}

/** What the check of a file of the demo finds. */
export const setOfDemoFile = (file: PlanFileRow): SeedPlanSet =>
  drawnFiles[file.permitId]?.find(({ fileName }) => fileName === file.fileName)?.set ?? sampleSet(file);

/** Draws and stores the files of a few permits that look like those of real projects. */
export async function storeDrawnPlans(
  permits: DemoPermit[],
  people: DemoPeople,
  today: CalendarDate,
): Promise<PlanFileRow[]> {
  const days = workingDaysBefore(today);
  const stored: PlanFileRow[] = [];
  for (const permit of permits) {
    for (const [formPosition, file] of (drawnFiles[permit.row.id] ?? []).entries()) {
      // Drawing takes the processor, so other work gets its turn after each file.
      stored.push(await storeDrawnFile(permit, { ...file, formPosition }, people, days));
    }
  }
  return stored;
}

async function storeDrawnFile(
  permit: DemoPermit,
  { fileName, cycle, draw, formPosition }: DrawnFile & { formPosition: number },
  people: DemoPeople,
  days: CalendarDate[],
): Promise<PlanFileRow> {
  const { row, cycles } = permit;
  const [uploader = people.administrator] = people.usersOfCity(row.cityId);
  const city = people.cities.find(({ id }) => id === row.cityId)?.cityName ?? "";
  const dates = cycles.map(({ start }) => days[start] ?? "");
  const bytes = await draw({ project: row.projectName, address: `${row.projectAddress}, ${city}`, dates });
  const current = cycles[cycle];
  if (!current) throw new Error(`Permit ${row.id} has no review cycle ${cycle + 1}`);
  return {
    permitId: row.id,
    reviewCycle: cycleName(permit, current),
    ...(await storeBytes(bytes)),
    fileName,
    kind: "pdf",
    uploadedById: uploader.id,
    uploadedAt: momentOn(days[current.start], cycle === 0 ? "assigning" : "intake", cycle === 0 ? 0 : 0.35),
    formPosition,
  };
}

/** Adds drawn files to the samples. A permit with a plan set has no other files. */
export function withDrawnPlans(samples: PlanFileRow[], drawn: PlanFileRow[]): PlanFileRow[] {
  const withSet = new Set(
    drawn.filter(({ fileName }) => fileName === planSetName).map(({ permitId }) => permitId),
  );
  return [...samples.filter(({ permitId }) => !withSet.has(permitId)), ...drawn];
}
