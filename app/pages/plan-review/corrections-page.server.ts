import { csvOfRows, sendCsv } from "~/http/csv.server";
import { searchIn } from "~/models/clean-text";
import { isDiscipline } from "~/models/discipline";
import { valueIn } from "~/models/options";
import { nearestPage, rowsBefore } from "~/models/paging";
import { isReviewCycle } from "~/models/permits/permit";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import {
  correctionColumns,
  correctionKinds,
  correctionPageSize,
  correctionStatuses,
} from "~/models/plan-review/correction";
import {
  type CorrectionFilter,
  countCorrections,
  listCorrections,
} from "~/models/plan-review/correction-list.server";
import { allow, isReviewer, type Viewer } from "~/models/policy";
import type { CorrectionLine } from "./correction-card.server";

export type CorrectionsPageData = Awaited<ReturnType<typeof loadCorrectionsPage>>;

/** Without values that no correction can have. */
function filterIn(parameters: URLSearchParams): CorrectionFilter {
  const [discipline, reviewCycle] = [parameters.get("discipline"), parameters.get("reviewCycle")];
  return {
    discipline: isDiscipline(discipline) ? discipline : undefined,
    status: valueIn(correctionStatuses, parameters.get("status")),
    kind: valueIn(correctionKinds, parameters.get("kind")),
    reviewCycle: isReviewCycle(reviewCycle) ? reviewCycle : undefined,
    q: searchIn(parameters, "q"),
  };
}

/** Staff only. */
export async function loadCorrectionsPage(viewer: Viewer, id: number, { searchParams }: URL) {
  allow(viewer, "permit.browse");
  const permit = await readPermit(viewer, id);
  const filter = filterIn(searchParams);
  const total = await countCorrections(viewer, permit, filter);
  const page = nearestPage(Number(searchParams.get("page")), total, correctionPageSize);
  const offset = rowsBefore(page, correctionPageSize);
  const rows = await listCorrections(viewer, permit, filter, { limit: correctionPageSize, offset });
  const { urban37PermitNumber, revisionNumber, projectName } = permit;
  return {
    permit: { id, urban37PermitNumber, revisionNumber, projectName },
    back: isReviewer(viewer) ? `/employee-dashboard/permits/${id}` : `/permits/${id}`,
    filter,
    rows: rows.map(
      ({
        permitId,
        letterId,
        answer,
        remarks,
        backChecks,
        count,
        authorName,
        lastEditor,
        ...row
      }): CorrectionLine => ({
        ...row,
        number: count,
        ...(backChecks.length > 0 && { earlier: backChecks }),
      }),
    ),
    total,
    page,
  };
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
