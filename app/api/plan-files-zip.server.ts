import { now } from "~/models/clock.server";
import { contentProblems } from "~/models/files/plan-file";
import { permitNumberText, type ReviewCycle } from "~/models/permits/permit";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { listPlanFiles, type PlanFile } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import type { ArchiveProblem } from "~/models/records/archive-readme";
import { inCycleFolders, planFileContents } from "~/models/records/archived-plan-files.server";
import { Refusal } from "~/models/refusal";
import { env } from "~/platform/env.server";
import { zipDownloads } from "~/platform/http/zip-download.server";
import { logError } from "~/platform/log.server";
import { type ZipEntry, zipOf } from "~/platform/zip.server";
import { contentEntries } from "./archived-contents.server";

const sendZip = zipDownloads({
  name: "plan files",
  concurrency: 10,
  perOwner: 3,
  busy: "Too many plan files are being downloaded at once. Please try again when a download has ended.",
});

type Chosen = { reviewCycle?: ReviewCycle; asCity: boolean };

/** Sends the files that the viewer may read, those set aside too. 404 without files; 503 while too many are sent. */
export async function sendPlanFilesZip(
  viewer: Viewer,
  permitId: number,
  request: Request,
  { reviewCycle, asCity }: Chosen,
): Promise<Response> {
  const permit = await readPermit(viewer, permitId);
  const listed = await listPlanFiles(viewer, permit, { asCity });
  const files = listed.filter((file) => reviewCycle === undefined || file.reviewCycle === reviewCycle);
  if (files.length === 0)
    throw new Refusal(404, `This permit has no plan files${reviewCycle ? ` for ${reviewCycle}` : ""}`);
  return sendZip(viewer, request, {
    fileName: [permitNumberText(permit), reviewCycle, "plans.zip"].filter(Boolean).join(" "),
    make: () => zipOf(entriesOf(viewer, permit, files)),
  });
}

async function* entriesOf(viewer: Viewer, permit: Permit, listed: PlanFile[]): AsyncGenerator<ZipEntry> {
  const files = inCycleFolders(listed);
  const problems: ArchiveProblem[] = [];
  yield* contentEntries(planFileContents(viewer, files), { listed: [], problems });
  if (problems.length === 0) return;
  for (const { path, problem } of problems) {
    const id = files.find((file) => file.path === path)?.id;
    logError(new Error(`Plan file ${id} ${contentProblems[problem].label}`), "sending plan files");
  }
  const content = (async function* () {
    yield problemsText(permit, problems);
  })();
  yield { path: problemsName, content, isCompressed: true, modifiedAt: new Date(now()) };
}

export const problemsName = "MISSING OR DAMAGED FILES.txt";

const problemsText = (permit: Permit, problems: ArchiveProblem[]): string =>
  [
    `This ZIP file does not have all plan files of ${permitNumberText(permit)} as they were uploaded:`,
    "",
    ...problems.map(({ path, problem }) => `${path} ${contentProblems[problem].label}`),
    "",
    `Please tell ${env.PROVIDER_NAME}.`,
    "",
  ].join("\r\n");
