import { expect, test, vi } from "vitest";
import { prepareOncePerShape } from "./prepared.server";

test("a query is built once for each shape", () => {
  const prepare = vi.fn((shape: { sort?: string; limit: number }) => ({ text: JSON.stringify(shape) }));
  const queryFor = prepareOncePerShape(prepare);
  const first = queryFor({ sort: "due", limit: 10 });
  expect(queryFor({ sort: "due", limit: 10 })).toBe(first);
  expect(queryFor({ sort: undefined, limit: 10 })).not.toBe(first);
  expect(queryFor({ limit: 10 }).text).toBe('{"limit":10}');
  expect(prepare).toHaveBeenCalledTimes(2);
});
