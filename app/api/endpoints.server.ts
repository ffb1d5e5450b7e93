import { z } from "~/models/schema.server";
import { type Endpoint, endpointsOf } from "~/platform/api/endpoint.server";
import { once } from "~/platform/remember";
import { accountEndpoints } from "./accounts.server";
import { answerEndpoints } from "./answers.server";
import { assignmentEndpoints } from "./assignments.server";
import { cityEndpoints, cityUserEndpoints } from "./cities.server";
import { commentEndpoints } from "./comments.server";
import { correctionEndpoints, decisionEndpoints, planCheckEndpoints } from "./corrections.server";
import { dashboardEndpoints } from "./dashboard.server";
import { employeeEndpoints } from "./employees.server";
import { feeEndpoints, pricingEndpoints } from "./fees.server";
import { planFileEndpoints } from "./files.server";
import { timeEntryEndpoints } from "./hours.server";
import { letterEndpoints } from "./letters.server";
import { mailEndpoints } from "./mail.server";
import { describeEndpoints } from "./openapi.server";
import { permitEndpoints } from "./permits.server";
import { standardCommentEndpoints } from "./standard-comments.server";
import { statusLinkEndpoints } from "./status-links.server";

const description = endpointsOf({ noun: "Description", who: "api.read" }).get("/api/openapi.json", {
  summary: "This description, as OpenAPI 3.1",
  response: z.looseObject({ openapi: z.string() }),
  handle: () => openApi(),
});

export const endpoints: Endpoint[] = [
  ...accountEndpoints,
  ...dashboardEndpoints,
  ...permitEndpoints,
  ...planFileEndpoints,
  ...assignmentEndpoints,
  ...decisionEndpoints,
  ...correctionEndpoints,
  ...planCheckEndpoints,
  ...letterEndpoints,
  ...answerEndpoints,
  ...statusLinkEndpoints,
  ...standardCommentEndpoints,
  ...commentEndpoints,
  ...timeEntryEndpoints,
  ...cityEndpoints,
  ...cityUserEndpoints,
  ...feeEndpoints,
  ...pricingEndpoints,
  ...employeeEndpoints,
  ...mailEndpoints,
  description,
];

export const openApi = once(() => describeEndpoints(endpoints));
