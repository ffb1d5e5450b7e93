import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { discussion } from "~/routes/demo/parts/gallery-permit-data";
import { Discussion } from "./discussion";

/** Renders an empty discussion. */
function renderEmpty(viewer: { mayShare: boolean }): string {
  const element = <Discussion discussion={{ ...discussion, ...viewer, comments: [] }} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

test("an empty discussion shows its purpose to cities", () => {
  const purpose = "Ask the plan reviewers about this permit, and reply to their questions.";
  expect(renderEmpty({ mayShare: false })).toContain(purpose);
  expect(renderEmpty({ mayShare: true })).toContain("No comments yet");
  expect(renderEmpty({ mayShare: true })).not.toContain(purpose);
});
