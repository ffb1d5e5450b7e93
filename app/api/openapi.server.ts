import { type Call, z } from "~/endpoint.server";
import { env } from "~/env.server";
import { rolesWith } from "~/models/policy";
import { calls } from "./table.server";

type Schema = z.core.JSONSchema.BaseSchema;

/** A schema of ours as JSON Schema: what it takes, or what it gives. */
const schemaOf = (schema: z.ZodType, io: "input" | "output"): Schema => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as Schema;
};

/** The roles whose call it is. */
export const whoOf = ({ who }: Call): string =>
  who === "signed in" || who === "everybody" ? who : rolesWith(who).join(", ");

const reasons: Record<number, string> = {
  400: "Something sent is not right; fields names what",
  401: "Nobody is signed in, or the API key is not good",
  403: "Not allowed, or sent from another site",
  404: "There is no such row, or it is not yours to see",
  405: "Another method; Allow names those that are answered",
  409: "It clashes with what is there, or the row was changed since it was read: current has it as it is",
  413: "More than can be sent at once",
  415: "Another media type than this call takes",
  416: "The file has no such bytes",
  429: "Too many in a short time; Retry-After says when to try again",
  500: "An error of ours; the log has the same reference",
  503: "Too much of this at once; Retry-After says when to try again",
  507: "The disk is full, and nothing was saved; the log has the same reference",
};

/** The refusals that a call may answer with. */
export function refusalsOf(call: Call): number[] {
  const asks = call.query ? [400] : [];
  const known = call.who === "everybody" ? [] : [401, 403];
  const named = call.address.includes("{") || call.isDemo ? [404] : [];
  const changes = call.method === "GET" ? [] : [400, 403, 413, 415, 507];
  const statuses = [...asks, ...known, ...named, ...changes, 405, ...(call.refuses ?? []), 500];
  return [...new Set(statuses)].sort((one, other) => one - other);
}

const refusal = { $ref: "#/components/schemas/Refusal" };

/** The description of all calls, OpenAPI 3.1; those of the demo only where there is one. */
export function describeCalls() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls.filter(({ isDemo }) => !isDemo || env.DEMO)) {
    paths[call.address] = { ...paths[call.address], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Redline",
      version: "1",
      description:
        "Programs send an API key, made on the profile page, as Authorization: Bearer. Lists are bare arrays, with their total in X-Total-Count. Dates are YYYY-MM-DD, moments UTC, money and hours numbers.",
    },
    servers: [{ url: env.ORIGIN }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        Refusal: {
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
            current: { description: "The row as somebody else left it." },
            keptFiles: { type: "array", items: { type: "string" } },
            reference: { type: "string" },
          },
        },
      },
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: env.ORIGIN.startsWith("https:") ? "__Host-session" : "session",
        },
      },
    },
  };
}

function operationOf(call: Call) {
  const { summary, details, noun, query, body, parts, who } = call;
  return {
    operationId: `${call.method.toLowerCase()}${call.address.replace(/[^a-z]+(\w|$)/gi, (_, next) => next.toUpperCase())}`,
    tags: [noun],
    summary,
    description: [details, `For: ${whoOf(call)}.`].filter(Boolean).join(" "),
    ...(who === "everybody" ? { security: [] } : {}),
    parameters: [...pathParameters(call), ...queryParameters(query)],
    ...(body ? { requestBody: sent("application/json", schemaOf(body, "input")) } : {}),
    ...(parts ? { requestBody: sent("multipart/form-data", partsOf(parts)) } : {}),
    responses: Object.fromEntries([
      [String(call.status ?? (call.sends === "redirect" ? 302 : 200)), success(call)],
      ...refusalsOf(call).map((status) => [
        String(status),
        { description: reasons[status], content: { "application/json": { schema: refusal } } },
      ]),
    ]),
  };
}

const pathParameters = ({ address }: Call) =>
  [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", minimum: 1 },
  }));

function queryParameters(query: Call["query"]) {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input");
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as Schema;
    return { name, in: "query", required: required.includes(name), description, schema };
  });
}

const sent = (mediaType: string, schema: Schema) => ({
  required: true,
  content: { [mediaType]: { schema } },
});

function partsOf({ fields, files }: NonNullable<Call["parts"]>): Schema {
  const schema = schemaOf(fields, "input");
  const file = { type: "array", items: { type: "string", format: "binary" } } as Schema;
  return { ...schema, properties: { ...schema.properties, [files]: file } } as Schema;
}

const totalCount = {
  description: "How many rows there are, on this page and on all others.",
  schema: { type: "integer", minimum: 0 },
};

function success(call: Call) {
  if (call.sends === "redirect") return { description: "On to a page" };
  if (call.sends === "file" || !call.answer) {
    return { description: "The file", content: { "application/octet-stream": {} } };
  }
  return {
    description: "Done",
    ...(call.answer instanceof z.ZodArray ? { headers: { "X-Total-Count": totalCount } } : {}),
    content: { "application/json": { schema: schemaOf(call.answer, "output") } },
  };
}
