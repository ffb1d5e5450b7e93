import { expect, test } from "vitest";
import type { FormResult } from "~/form.server";
import { rendered } from "~/testing/rendered";
import { PostForm, type PostFormProps } from "./post-form";

const refused = (initialValue: Record<string, string>, current?: unknown): FormResult => ({
  submission: { status: "error", initialValue, error: { name: ["Name is required"] } },
  failure: "This could not be saved",
  current,
});

const htmlOf = (props: PostFormProps) => rendered(<PostForm {...props} />, "/cities/1?edit");

/** The value of a hidden field. */
function hidden(name: string, props: PostFormProps): string | undefined {
  return new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(htmlOf(props))?.[1];
}

test("a form sends the version that it was filled from, and a refused one the version it was sent with", () => {
  expect(hidden("updatedAt", {})).toBeUndefined();
  expect(hidden("updatedAt", { version: "one" })).toBe("one");
  const formResult = refused({ updatedAt: "one" });
  expect(hidden("updatedAt", { version: "two", formResult })).toBe("one");
});

test("once the saved version has been shown beside the typed one, saving again is meant", () => {
  const formResult = refused({ updatedAt: "one", seen: "one" }, { updatedAt: "two" });
  expect(hidden("updatedAt", { version: "one", formResult })).toBe("two");
  expect(hidden("seen", { version: "one", versionName: "seen", formResult })).toBe("two");
  const ofList = refused({ seen: "one" }, "three");
  expect(hidden("seen", { version: "one", versionName: "seen", formResult: ofList })).toBe("three");
});

test("a form that comes back is sent under its first key", () => {
  expect(hidden("formKey", {})).toBeUndefined();
  expect(hidden("formKey", { formKey: "fresh" })).toBe("fresh");
  expect(hidden("formKey", { formKey: "fresh", formResult: refused({ formKey: "first" }) })).toBe("first");
});

test("what is wrong is listed above the fields, and a toast says it unless another place does", () => {
  const formResult = refused({});
  const form = { id: "city", formResult, allErrors: { name: ["Name is required"] } };
  const html = htmlOf({ form, labels: { name: "Name" }, children: <input name="name" /> });
  expect(html).toContain('<form id="city"');
  expect(html).toContain("This could not be saved");
  expect(html.indexOf('href="#city-name"')).toBeGreaterThan(0);
  expect(html.indexOf('href="#city-name"')).toBeLessThan(html.indexOf('<input name="name"'));
  expect(htmlOf({ form, hasToast: false })).not.toContain("This could not be saved");
});

test("without scripts a form is not sent to the very address of its page", () => {
  expect(htmlOf({})).toContain('action="/cities/1?edit&amp;sent"');
  expect(htmlOf({ action: "?logo" })).toContain('action="/cities/1?logo"');
});
