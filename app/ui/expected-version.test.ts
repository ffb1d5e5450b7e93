import { expect, test } from "vitest";
import { expectedVersion } from "./expected-version";

const refused = { submission: { initialValue: { seen: "opened" } } };

test("a new form expects the version that it shows", () => {
  expect(expectedVersion(undefined, undefined, "now")).toBe("now");
});

test("a refused form keeps the version that it was opened with, even if the page has a newer one", () => {
  expect(expectedVersion(refused, undefined, "newer")).toBe("opened");
});

test("after an edit conflict, a form expects the saved version that was shown", () => {
  expect(expectedVersion(refused, "shown", "newer")).toBe("shown");
});
