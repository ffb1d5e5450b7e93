import type { CalendarDate } from "~/models/calendar-date";
import { type NewPlanFile, storeBytes } from "~/models/files/plan-file-store.server";
import { byCycle, nextReviewCycle, reviewCycles } from "~/models/permits/permit";
import type { planFiles } from "~/models/tables.server";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import { dwgTitle, dxfSheets, pdfSheets, sampleProject } from "./demo-data";
import type { DemoDiscipline } from "./demo-disciplines";
import type { DemoPeople } from "./demo-people";
import { cycleName, type DemoPermit } from "./demo-permits";
import { randomFrom } from "./demo-random";
import type { DemoReview } from "./demo-reviews";
import { sampleDwg, sampleDxf, samplePdf } from "./sample-plans";

type PlanFileRow = typeof planFiles.$inferInsert;

/** The beginnings of the file names of each discipline's sheets. */
const sheetPrefixes: Record<DemoDiscipline, string[]> = {
  Architectural: ["A-101", "A-201"],
  Structural: ["S-101", "S-201"],
  Civil: ["C-101", "Site survey"],
  Electrical: ["E-101"],
  Plumbing: ["P-101"],
  Mechanical: ["M-101"],
  Fire: ["F-101"],
  Accessibility: ["A-501"],
};
const maxPlanSet = 5;
/** A permit with many cycles has fewer files in each, so that its page loads as fast as the others. */
const maxResubmittal = (cycles: number) => (cycles > 2 ? 1 : 2);

/** Stores the sample drawings that all permits share. */
export function storeSamplePlans(): Promise<NewPlanFile[]> {
  return Promise.all([
    ...pdfSheets.map(async (sheet): Promise<NewPlanFile> => {
      const stored = await storeBytes(samplePdf({ ...sheet, ...sampleProject }));
      return { ...stored, fileName: `${sheet.number} ${sheet.title}.pdf`, kind: "pdf" };
    }),
    ...dxfSheets.map(async (sheet): Promise<NewPlanFile> => {
      const stored = await storeBytes(sampleDxf({ ...sheet, ...sampleProject }));
      return { ...stored, fileName: `${sheet.title}.dxf`, kind: "dxf" };
    }),
    storeBytes(sampleDwg()).then(
      (stored): NewPlanFile => ({ ...stored, fileName: `${dwgTitle}.dwg`, kind: "dwg" }),
    ),
  ]);
}

/**
 * Returns the plan files: one to three on most permits, uploaded by their city or by the administrator, and
 * on the top permits the plan set of each cycle.
 */
export function demoPlanFiles(
  permits: DemoPermit[],
  topPermits: DemoPermit[],
  people: DemoPeople,
  samples: NewPlanFile[],
  today: CalendarDate,
): PlanFileRow[] {
  const random = randomFrom(47);
  const days: CalendarDate[] = workingDaysBefore(today);
  const files = permits
    .filter(() => random.chance(0.6))
    .flatMap(({ row, cycles }) => {
      const uploaders = [people.administrator, ...people.usersOfCity(row.cityId)];
      const position = random.between(0, cycles.length - 1);
      const start = random.between(0, samples.length - 1);
      const uploader = random.pick(uploaders);
      return Array.from({ length: random.between(1, 3) }, (_, index): PlanFileRow => {
        const sample = samples[(start + index * 5) % samples.length] as NewPlanFile;
        return {
          permitId: row.id,
          reviewCycle: reviewCycles[position] ?? "PC1",
          ...sample,
          uploadedById: uploader.id,
          uploadedAt: uploadMoment(days[cycles[position]?.start ?? 0], position > 0, index / 3),
        };
      });
    });
  const isOnTopPermit = ({ permitId }: PlanFileRow) => topPermits.some(({ row }) => row.id === permitId);
  return [
    ...files.filter((file) => !isOnTopPermit(file)),
    ...topPermits.flatMap((permit, index) => planSets(permit, index, people, samples, days)),
  ];
}

/** The first set is uploaded with the permit or soon after it, a later one just before the answers are sent. */
const uploadMoment = (day: CalendarDate | undefined, isResubmitted: boolean, fraction: number): string =>
  isResubmitted ? momentOn(day, "intake", 0.35 + fraction / 30) : momentOn(day, "assigning", fraction);

/** Returns the sheets of the required disciplines, and in each later cycle the corrected ones. */
function planSets(
  permit: DemoPermit,
  index: number,
  people: DemoPeople,
  samples: NewPlanFile[],
  days: CalendarDate[],
): PlanFileRow[] {
  const { row, cycles, requiredDisciplines } = permit;
  const cover = samples.filter(({ fileName }) => fileName.startsWith("A-001"));
  const sheets = requiredDisciplines.flatMap((discipline) =>
    samples.filter(({ fileName }) => sheetPrefixes[discipline].some((prefix) => fileName.startsWith(prefix))),
  );
  const uploaders = people.usersOfCity(row.cityId);
  return cycles.flatMap((cycle, position) => {
    const set =
      position === 0
        ? [...cover, ...sheets].slice(0, maxPlanSet)
        : sheets.slice(0, maxResubmittal(cycles.length));
    // Lists show the last file first.
    return set.toReversed().map((sample, formPosition): PlanFileRow => {
      const fileName =
        position === 0 ? sample.fileName : sample.fileName.replace(/\.\w+$/, ` rev ${position}$&`);
      return {
        permitId: row.id,
        reviewCycle: cycleName(permit, cycle),
        ...sample,
        fileName,
        uploadedById: (uploaders[index % uploaders.length] ?? people.administrator).id,
        uploadedAt: uploadMoment(days[cycle.start], position > 0, 0),
        formPosition,
      };
    });
  });
}

type HandedOver = { permitId: number; state: string; handedOverOn?: string | null };
/** Revised plans for a cycle that has not begun. */
export type NewPlans = Pick<
  PlanFileRow,
  "permitId" | "reviewCycle" | "uploadedById" | "linkId" | "uploadedAt" | "kind"
> & { files: number };

/**
 * Returns the revised plans of resubmittals, and those that each other city added for the next cycle of its newest permit
 * whose applicant has the letter.
 */
export function demoNewPlans(
  permits: DemoPermit[],
  { planChecks, newPlans }: { planChecks: HandedOver[]; newPlans: NewPlans[] },
  people: DemoPeople,
  submitted: PlanFileRow[],
  today: CalendarDate,
): PlanFileRow[] {
  const day = workingDaysBefore(today).at(-1) ?? today;
  const filesOf = Map.groupBy(submitted, ({ permitId, kind }) => `${permitId} ${kind}`);
  const withApplicant = planChecks.filter(
    ({ permitId, state, handedOverOn }) =>
      filesOf.has(`${permitId} pdf`) && state === "released" && handedOverOn && handedOverOn < day,
  );
  const isAmong = (rows: { permitId: number }[], { row }: DemoPermit) =>
    rows.some(({ permitId }) => permitId === row.id);
  const resubmitting = permits.filter((permit) => isAmong(newPlans, permit)).map(({ row }) => row.cityId);
  const ofCity = Map.groupBy(
    permits.filter((permit) => isAmong(withApplicant, permit) && !resubmitting.includes(permit.row.cityId)),
    ({ row }) => row.cityId,
  );
  const uploaded = [...ofCity.values()].flatMap((waiting): NewPlans[] => {
    const permit = waiting.at(-1)?.row;
    const [uploader] = permit ? people.usersOfCity(permit.cityId) : [];
    const reviewCycle = permit && nextReviewCycle(permit.reviewCycle);
    if (!reviewCycle || !uploader) return [];
    const uploadedAt = momentOn(day, "intake", 0.5);
    const by = { uploadedById: uploader.id, linkId: null };
    return [{ permitId: permit.id, reviewCycle, ...by, uploadedAt, kind: "pdf", files: 2 }];
  });
  return [...newPlans, ...uploaded].flatMap(({ files, ...plans }) =>
    (filesOf.get(`${plans.permitId} ${plans.kind}`) ?? []).slice(-files).map((file, formPosition) => ({
      ...file,
      ...plans,
      fileName: file.fileName.replace(/( rev \d+)?(\.\w+)$/, ` for ${plans.reviewCycle}$2`),
      formPosition,
    })),
  );
}

type Checked = { permits: DemoPermit[]; reviews: DemoReview[] };

/** Returns a marked-up sheet for each permit with corrections, in the last cycle in which one of its reviewers could have marked it. */
export function demoMarkedUpPlans({ permits, reviews }: Checked, submitted: PlanFileRow[]): PlanFileRow[] {
  const sheetsOf = Map.groupBy(
    submitted.filter(({ kind }) => kind === "pdf"),
    ({ permitId, reviewCycle }) => `${permitId} ${reviewCycle}`,
  );
  const reviewsOf = Map.groupBy(reviews, ({ permit }) => permit);
  return permits.flatMap((permit) => {
    const marked = (reviewsOf.get(permit) ?? []).flatMap(({ row, reviewer }) => {
      const sheets = sheetsOf.get(`${row.permitId} ${row.reviewCycle}`) ?? [];
      const prefixes = sheetPrefixes[row.discipline];
      const sheet = sheets.find(({ fileName }) => prefixes.some((prefix) => fileName.startsWith(prefix)));
      if (!sheet || !row.completedAt || row.decision !== "corrections_required") return [];
      const fileName = sheet.fileName.replace(/\.pdf$/, ", marked up.pdf");
      return { ...sheet, fileName, uploadedById: reviewer.id, uploadedAt: row.completedAt };
    });
    const last = marked.toSorted(byCycleOfFile).at(-1);
    return last ? [{ ...last, origin: "marked_up", formPosition: 0 }] : [];
  });
}

const byCycleOfFile = (left: PlanFileRow, right: PlanFileRow) => byCycle(left.reviewCycle, right.reviewCycle);
