import { type Call, noQuery, z } from "~/endpoint.server";

export const descriptionCalls = {
  openapi: {
    method: "GET",
    address: "/api/openapi.json",
    noun: "Description",
    summary: "This description, as OpenAPI 3.1",
    who: "api.read",
    query: noQuery,
    answer: z.looseObject({ openapi: z.string() }),
  },
} as const satisfies Record<string, Call>;
