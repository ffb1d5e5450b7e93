import type { Endpoint } from "~/endpoint.server";
import { env } from "~/env.server";
import { rolesWith } from "~/models/policy";
import { z } from "~/models/schema.server";
import { endpoints } from "./table.server";

type Schema = z.core.JSONSchema.BaseSchema;

/** A zod schema as JSON Schema, of what it accepts or of what it returns. */
const schemaOf = (schema: z.ZodType, io: "input" | "output"): Schema => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as Schema;
};

/** The roles that may use an endpoint. */
export const whoOf = ({ who }: Endpoint): string =>
  who === "signed in" || who === "everybody" ? who : rolesWith(who).join(", ");

const reasons: Record<number, string> = {
  400: "Invalid input; fields names what is wrong",
  401: "Not signed in, or the API key is not valid",
  403: "Not allowed, or sent from another site",
  404: "There is no such row, or you may not see it",
  405: "Another method; Allow names those that are supported",
  409: "Conflicts with existing data, or the row has changed since you read it; `current` holds the latest version.",
  413: "Larger than one request may be",
  415: "Another media type than this endpoint accepts",
  416: "The file has no such bytes",
  429: "Too many requests; Retry-After says when to try again",
  500: "An error of the server; the log has the same reference",
  503: "Too many of these at once; Retry-After says when to try again",
  507: "The disk is full, and nothing was saved; the log has the same reference",
};

/** The statuses with which an endpoint may refuse a request. */
export function refusalsOf({ query, who, address, isDemo, method, refuses = [] }: Endpoint): number[] {
  const statuses = [
    ...(query ? [400] : []),
    ...(who === "everybody" ? [] : [401, 403]),
    ...(address.includes("{") || isDemo ? [404] : []),
    ...(method === "GET" ? [] : [400, 403, 413, 415, 507]),
    405,
    ...refuses,
    500,
  ];
  return [...new Set(statuses)].sort((one, other) => one - other);
}

const refusal = { $ref: "#/components/schemas/Refusal" };

/** The OpenAPI 3.1 document of all endpoints; those of the demo only in demo mode. */
export function describeEndpoints() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints.filter(({ isDemo }) => !isDemo || env.DEMO)) {
    const { address, method } = endpoint;
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Redline",
      version: "1",
      description:
        "Programs send an API key, created on the profile page, as Authorization: Bearer. Lists are bare arrays, with their total in X-Total-Count. Dates are YYYY-MM-DD, times UTC, amounts and hours numbers.",
    },
    servers: [{ url: env.ORIGIN }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: [...new Set(endpoints.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: { schemas: { Refusal: refusalSchema }, securitySchemes },
  };
}

const refusalSchema = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string" },
    fields: {
      type: "object",
      description: "The messages of each field.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    requiredRoles: { type: "array", items: { type: "string" } },
    retryAfter: { type: "integer" },
    current: { description: "The latest version of the row." },
    keptFiles: { type: "array", items: { type: "string" } },
    reference: { type: "string" },
  },
};

const securitySchemes = {
  apiKey: { type: "http", scheme: "bearer" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: env.ORIGIN.startsWith("https:") ? "__Host-session" : "session",
  },
};

function operationOf(endpoint: Endpoint) {
  const { method, address, summary, details, noun, query, body, parts, who, status } = endpoint;
  return {
    operationId: `${method.toLowerCase()}${address.replace(/[^a-z]+(\w|$)/gi, (_, next) => next.toUpperCase())}`,
    tags: [noun],
    summary,
    description: [details, `For: ${whoOf(endpoint)}.`].filter(Boolean).join(" "),
    ...(who === "everybody" ? { security: [] } : {}),
    parameters: [...pathParameters(address), ...queryParameters(query)],
    ...(body ? { requestBody: requestBody("application/json", schemaOf(body, "input")) } : {}),
    ...(parts ? { requestBody: requestBody("multipart/form-data", partsOf(parts)) } : {}),
    responses: Object.fromEntries([
      [String(status ?? (endpoint.sends === "redirect" ? 302 : 200)), success(endpoint)],
      ...refusalsOf(endpoint).map((refused) => [
        String(refused),
        { description: reasons[refused], content: { "application/json": { schema: refusal } } },
      ]),
    ]),
  };
}

const pathParameters = (address: string) =>
  [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", minimum: 1 },
  }));

function queryParameters(query: Endpoint["query"]) {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input");
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as Schema;
    return { name, in: "query", required: required.includes(name), description, schema };
  });
}

const requestBody = (mediaType: string, schema: Schema) => ({
  required: true,
  content: { [mediaType]: { schema } },
});

function partsOf({ fields, files }: NonNullable<Endpoint["parts"]>): Schema {
  const schema = schemaOf(fields, "input");
  const file = { type: "array", items: { type: "string", format: "binary" } } as Schema;
  return { ...schema, properties: { ...schema.properties, [files]: file } } as Schema;
}

const totalCount = {
  description: "How many rows there are on all pages.",
  schema: { type: "integer", minimum: 0 },
};

function success({ sends, response }: Endpoint) {
  if (sends === "redirect") return { description: "A redirect to a page" };
  if (sends === "file" || !response) {
    return { description: "The file", content: { "application/octet-stream": {} } };
  }
  return {
    description: "Done",
    ...(response instanceof z.ZodArray ? { headers: { "X-Total-Count": totalCount } } : {}),
    content: { "application/json": { schema: schemaOf(response, "output") } },
  };
}
