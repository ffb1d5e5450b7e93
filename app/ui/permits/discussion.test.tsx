import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { discussion } from "~/routes/demo/parts/gallery-permit-data";
import type { DiscussionData } from "~/routes/permits/parts/load-discussion.server";
import { Discussion } from "./discussion";

function render(changes: Partial<DiscussionData>): string {
  const element = <Discussion discussion={{ ...discussion, ...changes }} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

const renderEmpty = (viewer: { mayShare: boolean }) => render({ ...viewer, comments: [] });

test("an empty discussion shows its purpose to cities", () => {
  const purpose = "Ask the plan reviewers about this permit, and reply to their questions.";
  expect(renderEmpty({ mayShare: false })).toContain(purpose);
  expect(renderEmpty({ mayShare: true })).toContain("No comments yet");
  expect(renderEmpty({ mayShare: true })).not.toContain(purpose);
});

test("a thread is settled with its last comment that is not deleted", () => {
  const [, , start, ...replies] = discussion.comments;
  if (!start) throw new Error("The gallery has no thread");
  const threads = { comments: [{ ...start, isWaiting: true }, ...replies] };
  const settled = (html: string) => /name="commentId" value="(\d+)"/.exec(html)?.[1];
  const own = replies.filter(({ parentId }) => parentId === start.id);
  expect(settled(render(threads))).toBe(String(own.at(-1)?.id));
  const comments = threads.comments.map((comment) =>
    comment.id === own.at(-1)?.id ? { ...comment, isDeleted: true as const } : comment,
  );
  expect(settled(render({ comments }))).toBe(String(own.at(-2)?.id));
});

test("the firm shares a comment, and a reply in a shared thread, with a button", () => {
  const [, , start] = discussion.comments;
  if (!start) throw new Error("The gallery has no thread");
  const buttons = (changes: Partial<DiscussionData>) =>
    render(changes).match(/<button[^>]* name="isShared"|Share with city/g)?.length ?? 0;
  const thread = { ...start, isDeleted: false as const, parentId: null };
  expect(buttons({ mayShare: true, comments: [{ ...thread, isShared: true }] })).toBe(4);
  expect(buttons({ mayShare: true, comments: [{ ...thread, isShared: false }] })).toBe(2);
  expect(buttons({ mayShare: false, comments: [{ ...thread, isShared: true }] })).toBe(0);
});
