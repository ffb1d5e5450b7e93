import { expect, test } from "vitest";
import { sources } from "../app/testing/sources";
import { onDemand } from "./code-on-demand";

const files = sources.filter(({ path }) => onDemand.test(`app/${path}`));

test("dialogs are loaded on demand, but not what they share", () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toContain("ui/permits/delete-permit-dialog.tsx");
  expect(paths).not.toContain("ui/confirm-dialog.tsx");
});

test("the code that is loaded on demand exports only components", () => {
  const others = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?!function [A-Z]|type ).*/gm)].map(([line]) => `${path}: ${line}`),
  );
  expect(others).toEqual([]);
});
