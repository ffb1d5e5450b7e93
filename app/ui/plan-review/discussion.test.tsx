import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { discussion } from "../demo/gallery-permit-data";
import { Discussion } from "./discussion";

/** What an empty discussion says. */
function emptyFor(viewer: { mayStart: boolean }): string {
  const element = <Discussion discussion={{ ...discussion, ...viewer, comments: [] }} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

test("an empty discussion says what it is for to those who may only answer in it", () => {
  const words =
    "Here you read what the plan reviewers ask you about this permit, and can answer each question.";
  expect(emptyFor({ mayStart: false })).toContain(words);
  expect(emptyFor({ mayStart: true })).toContain("No comments yet");
  expect(emptyFor({ mayStart: true })).not.toContain(words);
});
