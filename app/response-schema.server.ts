import { date, id, moment } from "./endpoint.server";
import type { Column, Columns, ValueOf } from "./models/columns";
import { z } from "./models/schema.server";

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

const valuesIn = (options: object): string[] => (Array.isArray(options) ? options : Object.keys(options));
