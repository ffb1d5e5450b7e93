import { expect, test } from "vitest";
import { expectedVersion } from "./post-form";

const refused = { submission: { initialValue: { seen: "opened" } } };

test("a new form expects the version that it shows", () => {
  expect(expectedVersion(undefined, "now")).toBe("now");
});

test("a refused form keeps the version that it was opened with, even if the page has a newer one", () => {
  expect(expectedVersion(refused, "newer")).toBe("opened");
});

test("after an edit conflict, a form expects the saved version that was shown", () => {
  expect(expectedVersion({ ...refused, current: { updatedAt: "shown" } }, "newer")).toBe("shown");
});
