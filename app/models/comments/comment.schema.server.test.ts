import { describe, expect, test } from "vitest";
import { CommentSchema, EditCommentSchema } from "./comment.schema.server";

const messagesOf = (input: unknown) =>
  CommentSchema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);

describe("the text of a comment", () => {
  test.each([undefined, "", " \r\n "])("of %j is required", (text) => {
    expect(messagesOf({ text })).toEqual(["text: Comment is required"]);
  });

  test("is trimmed, and each of its line breaks becomes one character", () => {
    expect(EditCommentSchema.parse({ text: " one\r\n\r\ntwo " })).toEqual({ text: "one\n\ntwo" });
  });

  test("has at most 10,000 characters", () => {
    expect(messagesOf({ text: `${"x\r\n".repeat(4_999)}xx` })).toBeUndefined();
    expect(messagesOf({ text: "x".repeat(10_001) })).toEqual([
      "text: Keep this to 10,000 characters or fewer",
    ]);
  });
});

test("a cleared checkbox does not share the comment, and an unknown discipline is refused", () => {
  expect(CommentSchema.parse({ text: "Hello" }).isShared).toBe(false);
  expect(messagesOf({ text: "Hello", discipline: "Astrology" })).toEqual([
    "discipline: Please select a discipline",
  ]);
});
