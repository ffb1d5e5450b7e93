import { csvOfRows, sendCsv } from "~/http/csv.server";
import { searchIn } from "~/models/clean-text";
import { disciplines } from "~/models/discipline";
import { valueIn } from "~/models/options";
import { nearestPage, rowsBefore } from "~/models/paging";
import { isReviewCycle } from "~/models/permits/permit";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { correctionKinds, correctionPageSize, correctionStatuses } from "~/models/plan-review/correction";
import { correctionColumns } from "~/models/plan-review/correction-columns";
import {
  type CorrectionFilter,
  countCorrections,
  listCorrections,
} from "~/models/plan-review/correction-list.server";
import { allow, isReviewer, type Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import type { CorrectionLine } from "~/routes/review/parts/load-corrections-card.server";

export type CorrectionsPageData = Awaited<ReturnType<typeof loadCorrectionsPage>>;

function filterIn(parameters: URLSearchParams): CorrectionFilter {
  const reviewCycle = parameters.get("reviewCycle");
  return {
    discipline: valueIn(disciplines, parameters.get("discipline")),
    status: valueIn(correctionStatuses, parameters.get("status")),
    kind: valueIn(correctionKinds, parameters.get("kind")),
    reviewCycle: isReviewCycle(reviewCycle) ? reviewCycle : undefined,
    q: searchIn(parameters, "q"),
  };
}

export async function loadCorrectionsPage(viewer: Viewer, id: number, { searchParams }: URL) {
  allow(viewer, "permit.browse");
  const permit = await readPermit(viewer, id);
  const filter = filterIn(searchParams);
  const total = await countCorrections(viewer, permit, filter);
  const page = nearestPage(Number(searchParams.get("page")), total, correctionPageSize);
  const offset = rowsBefore(page, correctionPageSize);
  const rows = await listCorrections(viewer, permit, filter, { limit: correctionPageSize, offset });
  return {
    permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "projectName"),
    back: isReviewer(viewer) ? `/employee-dashboard/permits/${id}` : `/permits/${id}`,
    filter,
    rows: rows.map(toLine),
    total,
    page,
  };
}

function toLine(correction: Awaited<ReturnType<typeof listCorrections>>[number]): CorrectionLine {
  const { permitId, letterId, answer, remarks, authorName, lastEditor, ...others } = correction;
  const { backChecks, count, ...row } = others;
  return { ...row, number: count, ...(backChecks.length > 0 && { earlier: backChecks }) };
}

export async function sendCorrections(viewer: Viewer, id: number, { searchParams }: URL): Promise<Response> {
  allow(viewer, "permit.browse");
  const permit = await readPermit(viewer, id);
  const rows = await listCorrections(viewer, permit, filterIn(searchParams));
  return sendCsv(fileNameOf(permit), csvOfRows(correctionColumns, [], rows));
}

const fileNameOf = ({ urban37PermitNumber, revisionNumber }: Permit): string => {
  const name = [urban37PermitNumber, revisionNumber].filter(Boolean).join("-");
  return `corrections-${name.replace(/[^\w-]+/g, "-")}.csv`;
};
