import { expect, test } from "vitest";
import { seenBy } from "./permit-answers";

const refused = { result: { initialValue: { seen: "the version it was opened with" } } };

test("a form that is opened has seen the version it shows", () => {
  expect(seenBy(undefined, undefined, "now")).toBe("now");
});

test("a refused form keeps the version it was opened with, though the page knows a newer", () => {
  expect(seenBy(refused, undefined, "newer")).toBe("the version it was opened with");
});

test("after a clash the version that was shown has been seen", () => {
  expect(seenBy(refused, "shown", "newer")).toBe("shown");
});
