import { type Endpoints, noQuery } from "~/endpoint.server";
import { z } from "~/models/schema.server";

export const descriptionEndpoints = {
  openapi: {
    method: "GET",
    address: "/api/openapi.json",
    noun: "Description",
    summary: "This description, as OpenAPI 3.1",
    who: "api.read",
    query: noQuery,
    response: z.looseObject({ openapi: z.string() }),
  },
} as const satisfies Endpoints;
