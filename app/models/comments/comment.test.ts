import { expect, test } from "vitest";
import { obstacleTo, threadsOf } from "./comment";

const createdAt = "2026-11-20T20:00:00.000Z";

test.each([
  ["2026-11-20T20:00:00.000Z", undefined],
  ["2026-11-20T20:14:59.999Z", undefined],
  ["2026-11-20T20:15:00.000Z", "too-late"],
  ["2026-11-21T20:00:00.000Z", "too-late"],
])("changing a comment of 20:00 at %s is refused with %s", (now, expected) => {
  const comment = { authorId: 7, createdAt, hasReplies: false };
  expect(obstacleTo("edit", comment, 7, now)).toBe(expected);
  expect(obstacleTo("delete", comment, 7, now)).toBe(expected);
});

test("a comment with replies can be edited, but not deleted", () => {
  const comment = { authorId: 7, createdAt, hasReplies: true };
  expect(obstacleTo("edit", comment, 7, createdAt)).toBeUndefined();
  expect(obstacleTo("delete", comment, 7, createdAt)).toBe("has-replies");
});

test.each([8, null])("a comment of author %s cannot be changed by another user, at any age", (authorId) => {
  const comment = { authorId, createdAt, hasReplies: true };
  expect(obstacleTo("edit", comment, 7, createdAt)).toBe("not-own");
  expect(obstacleTo("delete", comment, 7, "2026-11-21T20:00:00.000Z")).toBe("not-own");
});

test("replies are grouped under their comment, in the order in which they were written", () => {
  const comments = [
    { id: 1, parentId: null },
    { id: 2, parentId: null },
    { id: 3, parentId: 1 },
    { id: 4, parentId: 2 },
    { id: 5, parentId: 1 },
  ];
  const threads = threadsOf(comments).map(({ start, replies }) => [start.id, replies.map(({ id }) => id)]);
  expect(threads).toEqual([
    [1, [3, 5]],
    [2, [4]],
  ]);
});

test("a reply without its comment is a thread of its own", () => {
  expect(threadsOf([{ id: 3, parentId: 1 }])).toEqual([{ start: { id: 3, parentId: 1 }, replies: [] }]);
});
