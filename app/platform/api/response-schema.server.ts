import type { Column, Columns, ValueOf } from "~/models/columns";
import { z } from "~/models/schema.server";
import { date, id, moment } from "./endpoint.server";

type ResponseName<Name, Definition> = Definition extends { api: false }
  ? never
  : Definition extends { api: infer ApiName extends string }
    ? ApiName
    : Name;

type Shape<List> = {
  -readonly [Name in keyof List as ResponseName<Name, List[Name]>]: z.ZodType<
    ValueOf<List[Name]>,
    ValueOf<List[Name]>
  >;
};

export function responseSchema<List extends Columns>(
  list: List,
  descriptions: Partial<Record<keyof Shape<List>, string>> = {},
) {
  const descriptionByField: Record<string, string | undefined> = descriptions;
  const fields = Object.entries(list)
    .filter(([, { api }]) => api !== false)
    .map(([name, column]) => {
      const field = column.api || name;
      const description = descriptionByField[field];
      const schema = column.isNullable ? schemaOf(column).nullable() : schemaOf(column);
      return [field, description ? schema.meta({ description }) : schema];
    });
  return z.object(Object.fromEntries(fields) as Shape<List>);
}

const schemas = {
  id,
  number: z.int(),
  count: z.int().min(0),
  text: z.string(),
  date,
  moment,
  flag: z.boolean(),
  other: z.unknown(),
  hundredths: z.number(),
  quarterHours: z.number().meta({ multipleOf: 0.25 }),
};

function schemaOf(column: Column): z.ZodType {
  if (column.kind === "option") return z.literal(valuesIn(column.of));
  if (column.kind === "options") return z.array(z.literal(valuesIn(column.of)));
  return schemas[column.kind];
}

const valuesIn = (options: object): string[] => (Array.isArray(options) ? options : Object.keys(options));
