import { z } from "~/models/schema.server";
import type { Endpoint } from "~/platform/api/endpoint.server";
import { env } from "~/platform/env.server";
import { once } from "~/platform/remember";
import { endpoints } from "./endpoints.server";
import { refusalsOf, type Schema, schemaOf, whoOf } from "./openapi.server";

export type ApiDocs = ReturnType<typeof documentEndpoints>;
export type DocumentedEndpoint = ApiDocs[number]["endpoints"][number];
export type DocumentedField = { name: string; type: string; isRequired: boolean; description: string };

export const documentEndpoints = once(() => {
  const documented = endpoints.filter(({ isDemo }) => !isDemo || env.DEMO);
  const nouns = [...new Set(documented.map(({ noun }) => noun))];
  return nouns.map((noun) => ({
    noun,
    endpoints: documented.filter((endpoint) => endpoint.noun === noun).map(documentedEndpoint),
  }));
});

function documentedEndpoint(endpoint: Endpoint) {
  const { method, address, summary, details = "", query, body, parts, response, status = 200 } = endpoint;
  return {
    method,
    address,
    summary,
    details,
    who: whoOf(endpoint),
    query: query ? fieldsIn(query, "input") : [],
    bodies: body ? bodiesIn(body) : [],
    parts: parts ? [...fieldsIn(parts.fields, "input"), { ...file, name: parts.files }] : [],
    response: response ? fieldsIn(response, "output") : [],
    isList: response instanceof z.ZodArray,
    status: endpoint.sends === "redirect" ? 302 : status,
    refusals: refusalsOf(endpoint),
  };
}

const file = { type: "file", isRequired: false, description: "" };

function bodiesIn(schema: z.ZodType) {
  const body = schemaOf(schema, "input");
  const alternatives = (body.anyOf ?? [body]) as Schema[];
  return alternatives.map((alternative) => ({
    title: alternative.title ? `Body ${alternative.title}` : "Body",
    fields: fieldsOf(alternative),
  }));
}

const fieldsIn = (schema: z.ZodType, io: "input" | "output") => fieldsOf(schemaOf(schema, io));

function fieldsOf(schema: Schema): DocumentedField[] {
  const row = (schema.type === "array" ? schema.items : schema) as Schema;
  return Object.entries(row.properties ?? {})
    .map(([name, property]) => ({ name, property: property as Schema }))
    .filter(({ property }) => !property.readOnly)
    .map(({ name, property }) => ({
      name,
      type: typeOf(property),
      isRequired: row.required?.includes(name) ?? false,
      description: String(property.description ?? ""),
    }));
}

/** Returns a type in words: "string or null", "list of integer", or the accepted values. */
function typeOf(schema: Schema): string {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices) return choices.map(String).join(" · ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    return [...new Set(alternatives.map((alternative) => typeOf(alternative as Schema)))].join(" or ");
  }
  if (schema.type === "array") {
    const items = schema.items as Schema | undefined;
    return `list${items && items.type !== "object" ? ` of ${typeOf(items)}` : ""}`;
  }
  if (schema.format === "date" || schema.format === "date-time") return schema.format.replace("-", " and ");
  return [schema.type ?? "anything"].flat().join(" or ");
}
