import { expect, expectTypeOf, test } from "vitest";
import { type Columns, optionLabel, type RowOf, type StoredRow, storedColumns } from "./columns";

const levels = { low: { label: "Low" }, high: { label: "High" } } as const;

const columns = {
  id: { kind: "id" },
  name: { kind: "text", isNullable: true, csv: "Name", heading: "Name" },
  level: { kind: "option", of: levels },
  trades: { kind: "options", of: ["Fire", "Energy"] },
  isLate: { kind: "flag", isComputed: true },
} as const satisfies Columns;

test("only the stored columns of a list are selected from its table", () => {
  const table = { id: "t.id", name: "t.name", level: "t.level", trades: "t.trades", secret: "t.secret" };
  expect(storedColumns(table, columns)).toEqual({
    id: "t.id",
    name: "t.name",
    level: "t.level",
    trades: "t.trades",
  });
});

test("a stored column that the table does not have is a type error", () => {
  const table = { id: "t.id", name: "t.name", level: "t.level" };
  // @ts-expect-error the list has trades
  expect(storedColumns(table, columns)).toHaveProperty("trades", undefined);
});

test("a list determines the type of its rows", () => {
  expectTypeOf<RowOf<typeof columns>>().toEqualTypeOf<{
    id: number;
    name: string | null;
    level: "low" | "high";
    trades: ("Fire" | "Energy")[];
    isLate: boolean;
  }>();
  expectTypeOf<keyof StoredRow<typeof columns>>().toEqualTypeOf<"id" | "name" | "level" | "trades">();
});

test("an option without a label is its own label", () => {
  expect(optionLabel(levels, "high")).toBe("High");
  expect(optionLabel(levels, "unknown")).toBe("unknown");
  expect(optionLabel(["Fire", "Energy"], "Fire")).toBe("Fire");
});
