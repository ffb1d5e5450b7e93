import { searchIn } from "../clean-text";
import { disciplines } from "../discipline";
import { valueIn } from "../options";
import { isReviewCycle } from "../permits/permit";
import { correctionKinds, correctionStatuses } from "./correction";

export type CorrectionFilter = Partial<ReturnType<typeof readCorrectionFilter>>;

export function readCorrectionFilter(parameters: URLSearchParams) {
  const reviewCycle = parameters.get("reviewCycle");
  return {
    discipline: valueIn(disciplines, parameters.get("discipline")),
    status: valueIn(correctionStatuses, parameters.get("status")),
    kind: valueIn(correctionKinds, parameters.get("kind")),
    reviewCycle: isReviewCycle(reviewCycle) ? reviewCycle : undefined,
    q: searchIn(parameters, "q"),
  };
}
