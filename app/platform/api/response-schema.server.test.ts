import { expect, test } from "vitest";
import type { Columns } from "~/models/columns";
import { z } from "~/models/schema.server";
import { endpointsOf } from "./endpoint.server";
import { responseSchema } from "./response-schema.server";

const columns = {
  id: { kind: "id" },
  level: { kind: "option", of: { low: { label: "Low" }, high: { label: "High" } } },
  amountCents: { kind: "hundredths", api: "amount", isNullable: true },
  quarterHours: { kind: "quarterHours", api: "hours" },
  trades: { kind: "options", of: ["Fire", "Energy"] },
  dueDate: { kind: "date" },
  isLate: { kind: "flag", isComputed: true },
  cityName: { kind: "text", api: false },
} as const satisfies Columns;

const schema = responseSchema(columns, { amount: "Dollars and cents." });
const row = {
  id: 7,
  level: "low" as const,
  amount: null,
  hours: 1.25,
  trades: ["Fire" as const],
  dueDate: "2026-11-20",
  isLate: false,
};

test("the schema has the columns in the same order, under their names in the API", () => {
  const { properties, required } = z.toJSONSchema(schema);
  expect(required).toEqual(["id", "level", "amount", "hours", "trades", "dueDate", "isLate"]);
  expect(properties).toEqual({
    id: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    level: { type: "string", enum: ["low", "high"] },
    amount: { type: ["number", "null"], description: "Dollars and cents." },
    hours: { type: "number", multipleOf: 0.25 },
    trades: { type: "array", items: { type: "string", enum: ["Fire", "Energy"] } },
    dueDate: { type: "string", format: "date" },
    isLate: { type: "boolean" },
  });
});

test.each([
  ["id", 0],
  ["level", "middle"],
  ["amount", "1.00"],
  ["trades", ["Plumbing"]],
  ["dueDate", null],
])("a row whose %s is %j is rejected", (name, value) => {
  expect(schema.safeParse(row).success).toBe(true);
  expect(schema.safeParse({ ...row, [name]: value }).success).toBe(false);
});

test("a schema strips other fields, and a handler that returns a missing or unknown field does not compile", () => {
  expect(schema.parse({ ...row, secret: "hidden" })).toEqual(row);
  const rows = endpointsOf({ noun: "Rows", who: "public", response: schema });
  const { dueDate, ...rowWithoutDueDate } = row;
  rows.get("/api/rows", { summary: "", handle: () => row });
  // @ts-expect-error the due date is missing
  rows.get("/api/rows", { summary: "", handle: () => rowWithoutDueDate });
  // @ts-expect-error the due date must not be null
  rows.get("/api/rows", { summary: "", handle: () => ({ ...row, dueDate: null }) });
  // @ts-expect-error the API has no field cityName
  responseSchema(columns, { cityName: "Not in the API." });
});
