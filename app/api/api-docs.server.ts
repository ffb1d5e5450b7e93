import { type Call, z } from "~/endpoint.server";
import { env } from "~/env.server";
import { refusalsOf, whoOf } from "./openapi.server";
import { calls } from "./table.server";

export type ApiDocs = ReturnType<typeof describeForReading>;
export type DocumentedCall = ApiDocs[number]["calls"][number];
export type DocumentedField = { name: string; type: string; isRequired: boolean; description: string };

/** What the page of the calls shows, by noun; those of the demo only where there is one. */
export function describeForReading() {
  const known = calls.filter(({ isDemo }) => !isDemo || env.DEMO);
  const nouns = [...new Set(known.map(({ noun }) => noun))];
  return nouns.map((noun) => ({
    noun,
    calls: known.filter((call) => call.noun === noun).map(readable),
  }));
}

function readable(call: Call) {
  const { method, address, summary, details = "", query, body, parts, answer, status = 200 } = call;
  return {
    method,
    address,
    summary,
    details,
    who: whoOf(call),
    query: query ? fieldsIn(query, "input") : [],
    bodies: body ? bodiesIn(body) : [],
    parts: parts ? [...fieldsIn(parts.fields, "input"), fileField(parts.files)] : [],
    answer: answer ? fieldsIn(answer, "output") : [],
    isList: answer instanceof z.ZodArray,
    status: call.sends === "redirect" ? 302 : status,
    refusals: refusalsOf(call),
  };
}

const fileField = (name: string): DocumentedField => ({
  name,
  type: "file",
  isRequired: false,
  description: "",
});

type Schema = z.core.JSONSchema.BaseSchema;

const whole = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema;

/** The one body of a call, or each that it may be, under the name of whose it is. */
function bodiesIn(schema: z.ZodType) {
  const body = whole(schema, "input");
  const alternatives = (body.anyOf ?? [body]) as Schema[];
  return alternatives.map((each) => ({
    title: each.title ? `Body ${each.title}` : "Body",
    fields: fieldsOf(each),
  }));
}

const fieldsIn = (schema: z.ZodType, io: "input" | "output") => fieldsOf(whole(schema, io));

/** The fields of an object, or of a list's rows; not those passed over. */
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

function typeOf(schema: Schema): string {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices) return choices.filter((choice) => choice !== null).join(" · ");
  const others = schema.anyOf ?? schema.oneOf;
  if (others) {
    return [...new Set(others.map((each) => typeOf(each as Schema)).filter((type) => type !== "null"))].join(
      " or ",
    );
  }
  if (schema.type === "array") {
    const items = schema.items as Schema | undefined;
    return `list${items && items.type !== "object" ? ` of ${typeOf(items)}` : ""}`;
  }
  if (schema.format === "date" || schema.format === "date-time") return schema.format.replace("-", " and ");
  return String(schema.type ?? "anything");
}
