import { endpoints } from "~/api/endpoints.server";
import { z } from "~/models/schema.server";

export type SchemaField = { name: string; schema: z.ZodType };

/** Returns the fields of a schema with all that they contain. */
function fieldsIn(schema: z.ZodType, name = ""): SchemaField[] {
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, field]) => fieldsIn(field as z.ZodType, key));
  }
  const inner = [def.innerType, def.in, def.element, def.valueType, ...((def.options as unknown[]) ?? [])];
  const nested = inner.filter((part) => part !== undefined).flatMap((part) => fieldsIn(part as z.ZodType));
  const named = nested.filter((field) => field.name !== "");
  return named.length > 0 ? named : [{ name, schema }];
}

const modules = import.meta.glob<Record<string, unknown>>("../models/**/*.schema.server.ts", { eager: true });

/** Every schema that a module of forms exports, with its fields. */
export const formFields = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
    .map(([name, schema]) => ({ name: `${path.split("/").at(-1)} ${name}`, fields: fieldsIn(schema) })),
);

/** Every body that an endpoint takes, with its fields. */
export const bodyFields = endpoints.flatMap(({ method, address, body, parts }) => {
  const schema = body ?? parts?.fields;
  return schema ? [{ name: `${method} ${address}`, fields: fieldsIn(schema) }] : [];
});

/** Returns what a field makes of a text: its value or its messages. */
export const readingOf = (schema: z.ZodType, typed: string) => {
  const { data, error } = schema.safeParse(typed);
  return error ? error.issues.map(({ message }) => message) : { data };
};
