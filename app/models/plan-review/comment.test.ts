import { expect, test } from "vitest";
import { obstacleTo, threadsOf } from "./comment";

const createdAt = "2026-11-20T20:00:00.000Z";

test.each([
  ["2026-11-20T20:00:00.000Z", undefined],
  ["2026-11-20T20:14:59.999Z", undefined],
  ["2026-11-20T20:15:00.000Z", "too-late"],
  ["2026-11-21T20:00:00.000Z", "too-late"],
])("a comment of 20:00 is edited and deleted at %s unless %s", (now, expected) => {
  const comment = { authorId: 7, createdAt, hasReplies: false };
  expect(obstacleTo("edit", comment, 7, now)).toBe(expected);
  expect(obstacleTo("delete", comment, 7, now)).toBe(expected);
});

test("a comment that has been answered is edited, and not deleted", () => {
  const comment = { authorId: 7, createdAt, hasReplies: true };
  expect(obstacleTo("edit", comment, 7, createdAt)).toBeUndefined();
  expect(obstacleTo("delete", comment, 7, createdAt)).toBe("answered");
});

test.each([8, null])("a comment by author %s is nobody else's to change, however old it is", (authorId) => {
  const comment = { authorId, createdAt, hasReplies: true };
  expect(obstacleTo("edit", comment, 7, createdAt)).toBe("not-own");
  expect(obstacleTo("delete", comment, 7, "2026-11-21T20:00:00.000Z")).toBe("not-own");
});

test("answers stand under the comment that they answer, each in the order in which it came", () => {
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

test("an answer to what is not seen stands by itself", () => {
  expect(threadsOf([{ id: 3, parentId: 1 }])).toEqual([{ start: { id: 3, parentId: 1 }, replies: [] }]);
});
