import { expect, test } from "vitest";
import { sources } from "../app/testing/sources";
import { onDemand } from "./code-on-demand";

const files = sources.filter(({ path }) => onDemand.test(`app/${path}`));

test("dialogs and the pages of which an address shows one are loaded on demand, but not what all dialogs share", () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["ui/permits/delete-permit-dialog.tsx", "ui/plan-review/review-page.tsx"]),
  );
  expect(paths).not.toContain("ui/confirm-dialog.tsx");
});

test("the code that is loaded on demand exports only components", () => {
  const others = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?!function [A-Z]|type ).*/gm)].map(([line]) => `${path}: ${line}`),
  );
  expect(others).toEqual([]);
});
