import { reviewCycles } from "~/models/permits/permit";
import { roleLabelsWithCapability } from "~/models/policy";
import { z } from "~/models/schema.server";
import type { Endpoint } from "~/platform/api/endpoint.server";
import { env } from "~/platform/env.server";
import { cookieName } from "~/platform/http/signed-cookie.server";

export type Schema = z.core.JSONSchema.BaseSchema;

export const schemaOf = (schema: z.ZodType, io: "input" | "output"): Schema => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as Schema;
};

export const whoOf = ({ who }: Endpoint): string =>
  who === "signed in" || who === "public" ? who : roleLabelsWithCapability(who).join(", ");

const reasons: Record<number, string> = {
  400: "Invalid input; fields has the messages of each field",
  401: "Not signed in, or the API key is not valid",
  403: "Not allowed, or sent from another site",
  404: "The row does not exist, or you may not see it",
  405: "The method is not supported; Allow lists the methods that are",
  409: "Conflicts with existing data, or the row has changed since you read it; `current` holds the latest version.",
  412: "The request has a precondition such as If-Match; send updatedAt instead",
  413: "The request is too large, also when it was compressed",
  415: "This endpoint does not accept the media type or the Content-Encoding",
  410: "The file is missing on the server",
  416: "The range lies outside the file",
  429: "Too many requests; Retry-After gives the seconds to wait",
  500: "Internal error; the log has the same reference",
  503: "The server cannot do this now; Retry-After, if it is there, gives the seconds to wait",
  507: "The disk is full, and nothing was saved; the log has the same reference",
};

export function refusalsOf({ query, who, address, isDemo, method, refuses = [] }: Endpoint): number[] {
  const statuses = [
    ...(query ? [400] : []),
    ...(who === "public" ? [] : [401, 403]),
    ...(address.includes("{") || isDemo ? [404] : []),
    ...(method === "GET" ? [] : [400, 403, 412, 413, 415, 507]),
    405,
    ...refuses,
    500,
  ];
  return [...new Set(statuses)].sort((one, other) => one - other);
}

const refusal = { $ref: "#/components/schemas/Refusal" };

export function describeEndpoints(endpoints: Endpoint[]) {
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
        "Programs send an API key, created on the profile page, as Authorization: Bearer. Lists are bare arrays, with their total in X-Total-Count. Dates are YYYY-MM-DD, of the years 2000 to 2099, times UTC, amounts and hours numbers. JSON bodies may be compressed with gzip, deflate or br. A change of a row that another user may change takes the updatedAt that was read; If-Match, If-None-Match and If-Unmodified-Since are refused with 412, not ignored.",
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
    name: cookieName("session"),
  },
};

function operationOf(endpoint: Endpoint) {
  const { method, address, summary, details, noun, query, body, alsoReads, parts, who, status } = endpoint;
  const others: Record<string, Schema> = alsoReads ? { [alsoReads]: { type: "string" } } : {};
  return {
    operationId: `${method.toLowerCase()}${address.replace(/[^a-z]+(\w|$)/gi, (_, next) => next.toUpperCase())}`,
    tags: [noun],
    summary,
    description: [details, `For: ${whoOf(endpoint)}.`].filter(Boolean).join(" "),
    ...(who === "public" ? { security: [] } : {}),
    parameters: [...pathParameters(address), ...queryParameters(query)],
    ...(body ? { requestBody: requestBody({ "application/json": schemaOf(body, "input"), ...others }) } : {}),
    ...(parts ? { requestBody: requestBody({ "multipart/form-data": partsOf(parts) }) } : {}),
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
    schema: name === "cycle" ? { type: "string", enum: reviewCycles } : { type: "integer", minimum: 1 },
  }));

function queryParameters(query: Endpoint["query"]) {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input");
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as Schema;
    return { name, in: "query", required: required.includes(name), description, schema };
  });
}

const requestBody = (schemas: Record<string, Schema>) => ({
  required: true,
  content: Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }])),
});

function partsOf({ fields, files }: NonNullable<Endpoint["parts"]>): Schema {
  const schema = schemaOf(fields, "input");
  const file = { type: "array", items: { type: "string", format: "binary" } } as Schema;
  return { ...schema, properties: { ...schema.properties, [files]: file } } as Schema;
}

const headersOf = (mayCapTotal = false) => ({
  "X-Total-Count": {
    description: "The number of rows on all pages.",
    schema: { type: "integer", minimum: 0 },
  },
  ...(mayCapTotal && {
    "X-Total-Capped": {
      description: "Whether there are more rows than X-Total-Count.",
      schema: { type: "boolean" },
    },
  }),
});

function success({ sends, response, mayCapTotal }: Endpoint) {
  if (sends === "redirect") return { description: "A redirect to a page" };
  if (sends === "file" || !response) {
    return { description: "The file", content: { "application/octet-stream": {} } };
  }
  return {
    description: "Done",
    ...(response instanceof z.ZodArray ? { headers: headersOf(mayCapTotal) } : {}),
    content: { "application/json": { schema: schemaOf(response, "output") } },
  };
}
