import type { Endpoint } from "~/endpoint.server";
import { accountEndpoints } from "./accounts.server";
import { cityEndpoints, cityUserEndpoints } from "./cities.server";
import { correctionEndpoints, decisionEndpoints, planCheckEndpoints } from "./corrections.server";
import { dashboardEndpoints } from "./dashboard.server";
import { descriptionEndpoints } from "./description.server";
import { employeeEndpoints } from "./employees.server";
import { feeEndpoints, pricingEndpoints } from "./fees.server";
import { planFileEndpoints } from "./files.server";
import { letterEndpoints } from "./letters.server";
import { permitEndpoints } from "./permits.server";
import { assignmentEndpoints, commentEndpoints, timeEntryEndpoints } from "./plan-review.server";
import { standardCommentEndpoints } from "./standard-comments.server";

/** Every endpoint, by noun. */
export const endpoints: Endpoint[] = [
  accountEndpoints,
  dashboardEndpoints,
  permitEndpoints,
  planFileEndpoints,
  assignmentEndpoints,
  decisionEndpoints,
  correctionEndpoints,
  planCheckEndpoints,
  letterEndpoints,
  standardCommentEndpoints,
  commentEndpoints,
  timeEntryEndpoints,
  cityEndpoints,
  cityUserEndpoints,
  feeEndpoints,
  pricingEndpoints,
  employeeEndpoints,
  descriptionEndpoints,
].flatMap((ofNoun) => Object.values<Endpoint>(ofNoun));
