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

test("a refused form keeps the suggestion that it was sent with, until another city is chosen", () => {
  const later = form("OAK-26-002", "approved");
  expect(suggestionsOf(later, undefined, "OAK-26-001").number).toBe("OAK-26-001");
  expect(suggestionsOf(later, form("ELM-26-007", "approved"), "OAK-26-001").number).toBe("ELM-26-007");
});

test("an existing permit has none, also after another user changed its status", () => {
  expect(suggestionsOf(form(null, "hold", false))).toEqual({ number: "", status: undefined });
});
