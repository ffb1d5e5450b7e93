import { expect, test } from "vitest";
import { suggestionsOf } from "./permit-suggestion";

const form = (suggestion: string | null, status: string, isNew = true) => ({
  isNew,
  suggestion,
  values: { status },
});

test("a new permit has the suggestions of the city that was chosen last", () => {
  expect(suggestionsOf(form(null, "approved"))).toEqual({ number: "", status: "approved" });
  expect(suggestionsOf(form(null, "approved"), form("26-OAK-1", "in_process"))).toEqual({
    number: "26-OAK-1",
    status: "in_process",
  });
});

test("an existing permit has none, also after another user changed its status", () => {
  expect(suggestionsOf(form(null, "hold", false))).toEqual({ number: "", status: undefined });
});
