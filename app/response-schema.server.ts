import { date, id, moment } from "./endpoint.server";
import type { Column, Columns, ValueOf } from "./models/columns";
import { z } from "./models/schema.server";

type ResponseName<Name, Each> = Each extends { api: false }
  ? never
  : Each extends { api: infer Other extends string }
    ? Other
    : Name;

type Shape<List> = {
  -readonly [Name in keyof List as ResponseName<Name, List[Name]>]: z.ZodType<
    ValueOf<List[Name]>,
    ValueOf<List[Name]>
  >;
};

/** Returns the schema of a noun's row in the API, with descriptions for the fields that need one. */
export function responseSchema<List extends Columns>(
  list: List,
  descriptions: Partial<Record<keyof Shape<List>, string>> = {},
) {
  const texts: Record<string, string | undefined> = descriptions;
  const fields = Object.entries(list)
    .filter(([, { api }]) => api !== false)
    .map(([name, column]) => {
      const field = column.api || name;
      const description = texts[field];
      const schema = column.isNullable ? schemaOf(column).nullable() : schemaOf(column);
      return [field, description ? schema.meta({ description }) : schema];
    });
  return z.object(Object.fromEntries(fields) as Shape<List>);
}

function schemaOf(column: Column): z.ZodType {
  switch (column.kind) {
    case "id":
      return id;
    case "number":
      return z.int();
    case "count":
      return z.int().min(0);
    case "text":
      return z.string();
    case "date":
      return date;
    case "moment":
      return moment;
    case "flag":
      return z.boolean();
    case "other":
      return z.unknown();
    case "hundredths":
      return z.number();
    case "quarterHours":
      return z.number().meta({ multipleOf: 0.25 });
    case "option":
      return z.literal(valuesIn(column.of));
    case "options":
      return z.array(z.literal(valuesIn(column.of)));
  }
}

const valuesIn = (of: object): string[] => (Array.isArray(of) ? of : Object.keys(of));
