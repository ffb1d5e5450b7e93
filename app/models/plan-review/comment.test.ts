import { expect, test } from "vitest";
import { mayStillChange, threadsOf } from "./comment";

const createdAt = "2026-11-20T20:00:00.000Z";

test.each([
  ["2026-11-20T20:00:00.000Z", true],
  ["2026-11-20T20:14:59.999Z", true],
  ["2026-11-20T20:15:00.000Z", false],
  ["2026-11-21T20:00:00.000Z", false],
])("a comment of 20:00 may be changed at %s: %s", (now, expected) => {
  expect(mayStillChange({ createdAt }, now)).toBe(expected);
});

test("answers stand under the comment that they answer, each in the order in which it came", () => {
  const comments = [
    { id: 1, parentId: null },
    { id: 2, parentId: null },
    { id: 3, parentId: 1 },
    { id: 4, parentId: 2 },
    { id: 5, parentId: 1 },
  ];
  const threads = threadsOf(comments).map(({ start, answers }) => [start.id, answers.map(({ id }) => id)]);
  expect(threads).toEqual([
    [1, [3, 5]],
    [2, [4]],
  ]);
});

test("an answer to what is not seen stands by itself", () => {
  expect(threadsOf([{ id: 3, parentId: 1 }])).toEqual([{ start: { id: 3, parentId: 1 }, answers: [] }]);
});
