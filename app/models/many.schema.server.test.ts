import { expect, test } from "vitest";
import { tickOf } from "./many";
import { TickedSchema } from "./many.schema.server";

const messagesOf = (ticked: unknown) =>
  TickedSchema.safeParse({ ticked }).error?.issues.map(({ message }) => message);

const version = "2026-11-27T20:00:00.000Z";
const ticks = (count: number) =>
  Array.from({ length: count }, (_, index) => tickOf({ id: index + 1, updatedAt: version }));

test("a tick is read as its row and version", () => {
  expect(TickedSchema.parse({ ticked: ticks(2) }).ticked).toEqual([
    { id: 1, version },
    { id: 2, version },
  ]);
});

test("at most 100 rows are ticked", () => {
  expect(messagesOf(ticks(100))).toBeUndefined();
  expect(messagesOf(ticks(101))).toEqual(["101 rows are ticked. At most 100 can be changed at once."]);
});

test("nothing is ticked, or not by our form", () => {
  expect(messagesOf([])).toEqual(["Tick the rows to change first"]);
  expect(messagesOf(undefined)).toEqual(["Tick the rows to change first"]);
  for (const text of ["7", "@1", "0@1", "-1@1", "7@", "a@b", "99999999999@1", `7@${"1".repeat(41)}`])
    expect(messagesOf([text])).toEqual(["Invalid input"]);
});
