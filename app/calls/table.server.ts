import { assignmentCalls } from "./assignment.server";
import type { Call } from "./call.server";
import { cityCalls } from "./city.server";
import { cityUserCalls } from "./city-user.server";
import { dashboardCalls } from "./dashboard.server";
import { descriptionCalls } from "./description.server";
import { employeeCalls } from "./employee.server";
import { feeCalls } from "./fee.server";
import { permitCalls } from "./permit.server";
import { planFileCalls } from "./plan-file.server";
import { pricingCalls } from "./pricing.server";
import { sessionCalls } from "./session.server";
import { timeEntryCalls } from "./time-entry.server";

/** Every call there is, by noun. */
export const calls: Call[] = [
  sessionCalls,
  dashboardCalls,
  permitCalls,
  planFileCalls,
  assignmentCalls,
  timeEntryCalls,
  cityCalls,
  cityUserCalls,
  feeCalls,
  pricingCalls,
  employeeCalls,
  descriptionCalls,
].flatMap((ofNoun) => Object.values<Call>(ofNoun));
