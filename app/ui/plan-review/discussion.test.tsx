import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { discussion } from "../demo/gallery-permit-data";
import { Discussion } from "./discussion";

/** Renders an empty discussion. */
function renderEmpty(viewer: { mayStart: boolean }): string {
  const element = <Discussion discussion={{ ...discussion, ...viewer, comments: [] }} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

test("an empty discussion shows its purpose to users who can only reply", () => {
  const purpose =
    "Here you can read the questions of the plan reviewers about this permit and reply to them.";
  expect(renderEmpty({ mayStart: false })).toContain(purpose);
  expect(renderEmpty({ mayStart: true })).toContain("No comments yet");
  expect(renderEmpty({ mayStart: true })).not.toContain(purpose);
});
