import { searchIn } from "../clean-text";
import { disciplines } from "../discipline";
import { valueIn } from "../options";
import { isReviewCycle } from "../permits/permit";
import { correctionKinds, correctionStatuses } from "./correction";
import type { CorrectionFilter } from "./correction-list.server";

export function readCorrectionFilter(parameters: URLSearchParams): CorrectionFilter {
  const reviewCycle = parameters.get("reviewCycle");
  return {
    discipline: valueIn(disciplines, parameters.get("discipline")),
    status: valueIn(correctionStatuses, parameters.get("status")),
    kind: valueIn(correctionKinds, parameters.get("kind")),
    reviewCycle: isReviewCycle(reviewCycle) ? reviewCycle : undefined,
    q: searchIn(parameters, "q"),
  };
}
