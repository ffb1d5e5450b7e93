import { expect, test } from "vitest";
import type { FormResult } from "~/platform/forms/form.server";
import { rendered } from "~/testing/rendered";
import { PostForm, type PostFormProps } from "./post-form";

const refused = (initialValue: Record<string, string>, current?: unknown): FormResult => ({
  submission: { status: "error", initialValue, error: { name: ["Name is required"] } },
  failure: "This could not be saved",
  current,
});

const htmlOf = (props: PostFormProps) => rendered(<PostForm {...props} />, "/cities/1?edit");

/** Returns the value of a hidden field. */
function hiddenValue(name: string, props: PostFormProps): string | undefined {
  return new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(htmlOf(props))?.[1];
}

test("a form sends the version that it was opened with, also after it was refused", () => {
  expect(hiddenValue("updatedAt", {})).toBeUndefined();
  expect(hiddenValue("updatedAt", { version: "one" })).toBe("one");
  const formResult = refused({ updatedAt: "one" });
  expect(hiddenValue("updatedAt", { version: "two", formResult })).toBe("one");
});

test("after an edit conflict, a form sends the saved version that was shown", () => {
  const formResult = refused({ updatedAt: "one", seen: "one" }, { updatedAt: "two" });
  expect(hiddenValue("updatedAt", { version: "one", formResult })).toBe("two");
  expect(hiddenValue("seen", { version: "one", versionName: "seen", formResult })).toBe("two");
  const withVersionOnly = refused({ seen: "one" }, "three");
  expect(hiddenValue("seen", { version: "one", versionName: "seen", formResult: withVersionOnly })).toBe(
    "three",
  );
});

test("a refused form keeps its first idempotency key", () => {
  expect(hiddenValue("formKey", {})).toBeUndefined();
  expect(hiddenValue("formKey", { idempotencyKey: "fresh" })).toBe("fresh");
  expect(hiddenValue("formKey", { idempotencyKey: "fresh", formResult: refused({ formKey: "first" }) })).toBe(
    "first",
  );
});

test("errors are listed above the fields, and the failure is shown in a toast unless it is disabled", () => {
  const formResult = refused({});
  const form = { id: "city", formResult, allErrors: { name: ["Name is required"] } };
  const html = htmlOf({ form, labels: { name: "Name" }, children: <input name="name" /> });
  expect(html).toContain('<form id="city"');
  expect(html).toContain("This could not be saved");
  expect(html.indexOf('href="#city-name"')).toBeGreaterThan(0);
  expect(html.indexOf('href="#city-name"')).toBeLessThan(html.indexOf('<input name="name"'));
  expect(htmlOf({ form, hasToast: false })).not.toContain("This could not be saved");
});

test("without scripts, a form is not sent to the address of its page", () => {
  expect(htmlOf({})).toContain('action="/cities/1?edit&amp;sent"');
  expect(htmlOf({ action: "?logo" })).toContain('action="/cities/1?logo"');
});
