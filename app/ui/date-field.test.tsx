import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import { DateField } from "./fields";

const field = { id: "due", name: "dueDate" };

test("a date has the first and the last day that can be entered", () => {
  const html = rendered(<DateField field={field} label="Due date" />);
  expect(html).toContain('min="2000-01-01"');
  expect(html).toContain('max="2099-12-31"');
});

test("a date that is not in the future keeps its own last day", () => {
  const html = rendered(<DateField field={field} max="2026-11-20" label="Date" />);
  expect(html).toContain('min="2000-01-01"');
  expect(html).toContain('max="2026-11-20"');
});
