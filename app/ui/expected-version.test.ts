import { expect, test } from "vitest";
import { expectedVersion } from "./expected-version";

const refused = { submission: { initialValue: { seen: "the version it was opened with" } } };

test("a form that is opened expects the version that it shows", () => {
  expect(expectedVersion(undefined, undefined, "now")).toBe("now");
});

test("a refused form keeps the version that it was opened with, though the page knows a newer one", () => {
  expect(expectedVersion(refused, undefined, "newer")).toBe("the version it was opened with");
});

test("after an edit conflict a form expects the version that was shown", () => {
  expect(expectedVersion(refused, "shown", "newer")).toBe("shown");
});
