import type { Call } from "~/endpoint.server";
import { assignmentCalls } from "./assignments.server";
import { cityCalls } from "./cities.server";
import { cityUserCalls } from "./city-users.server";
import { commentCalls } from "./comments.server";
import { dashboardCalls } from "./dashboard.server";
import { descriptionCalls } from "./description.server";
import { employeeCalls } from "./employees.server";
import { feeEndpoints, pricingEndpoints } from "./fees.server";
import { planFileCalls } from "./files.server";
import { permitCalls } from "./permits.server";
import { sessionCalls } from "./session.server";
import { timeEntryCalls } from "./time-entries.server";

/** Every call there is, by noun. */
export const calls: Call[] = [
  sessionCalls,
  dashboardCalls,
  permitCalls,
  planFileCalls,
  assignmentCalls,
  commentCalls,
  timeEntryCalls,
  cityCalls,
  cityUserCalls,
  feeEndpoints,
  pricingEndpoints,
  employeeCalls,
  descriptionCalls,
].flatMap((ofNoun) => Object.values<Call>(ofNoun));
