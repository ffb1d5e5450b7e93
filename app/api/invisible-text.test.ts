import { expect, test } from "vitest";
import { readWorkFilter } from "~/models/dashboard/work-filter";
import { readPermitFilter } from "~/models/permits/permit-filter";
import { readPlanCheckFilter } from "~/models/plan-checks/plan-check-view";
import { readPortalFilter } from "~/models/portal/portal-filter";
import { z } from "~/models/schema.server";
import { readSearchFilter } from "~/models/search-filter";
import { readStandardCommentFilter } from "~/models/standard-comments/standard-comment";
import { parseQuery } from "~/platform/api/api.server";
import { bodyFields, formFields, readingOf, type SchemaField } from "~/testing/every-field";
import { sources } from "~/testing/sources";
import { endpoints } from "./endpoints.server";

/** Texts of nothing visible: alone, several, and between blanks. */
const invisible = [
  ..."\u200b\u200c\u200d\u2800\u3164\uffa0\u115f\u1160\u00ad\u2060\u2063\u0001\u007f\u0085\u180e\u034f\u17b4\ufe0f\u200e\u202a\u2066",
  ..."\ufeff\ufffc\ufff9\uffff\u00a0\u3000\u061c",
  "\u{e0020}",
  "\u{1d159}",
  "\u{1d173}",
  "\u200b\u00ad\u2060",
  " \u2800 \u3164\n\u200b ",
];

/** What is not typed, passwords, which are never changed, and what is cleaned when it is read into rows. */
const unread =
  /^(returnTo|seen|shown|updatedAt|pasted|password|currentPassword|keptFiles|key|inline|.*\[.*)$/;

/** Returns the fields that a person or a program fills in; the response's other fields are ignored. */
const typedFields = (fields: SchemaField[]) =>
  fields.filter(({ name, schema }) => name && !unread.test(name) && !schema.meta()?.readOnly);

test("the walk sees every form and every body, with their required texts", () => {
  const paths = sources
    .map(({ path }) => path)
    .filter((path) => /models\/.*\.schema\.server\.ts$/.test(path));
  expect(new Set(formFields.map(({ name }) => name.split(" ")[0])).size).toBe(paths.length);
  expect(bodyFields.length).toBe(endpoints.filter(({ body, parts }) => body ?? parts).length);
  const required = [...formFields, ...bodyFields].flatMap(({ fields }) =>
    typedFields(fields).filter(({ schema }) => {
      const reading = readingOf(schema, "a text that many fields take");
      return !Array.isArray(reading) && Array.isArray(readingOf(schema, " "));
    }),
  );
  const names = new Set(required.map(({ name }) => name));
  const known = ["projectName", "cityName", "text", "remark", "reason", "comment", "name", "title"];
  expect([...names]).toEqual(expect.arrayContaining(known));
  expect(required.length).toBeGreaterThan(30);
});

// The rows of back-checks and answers are parsed one by one, as BackCheckFields and AnswerFields.
const read = [...formFields, ...bodyFields].filter(
  ({ name, fields }) =>
    typedFields(fields).length > 0 && !/ (BackChecks|Answers|OneAnswer)Schema$/.test(name),
);

test.each(read)("$name reads a text of nothing visible as blanks in every field", ({ fields }) => {
  for (const { name, schema } of typedFields(fields)) {
    for (const typed of invisible) {
      expect(readingOf(schema, typed), `${name}: ${JSON.stringify(typed)}`).toEqual(readingOf(schema, " "));
    }
  }
});

test.each(invisible)("a search for %j is no search, in pages and in the API", (typed) => {
  const parameters = new URLSearchParams({ search: typed, q: typed });
  const filters = [
    readPermitFilter(parameters),
    readSearchFilter(parameters),
    readPortalFilter(parameters),
    readPlanCheckFilter(parameters),
    readStandardCommentFilter(parameters),
    readWorkFilter(parameters),
  ] as { search?: string; q?: string }[];
  for (const { search, q } of filters) expect(search ?? q).toBeUndefined();
  const url = new URL(`http://localhost/api/permits?${new URLSearchParams({ search: typed })}`);
  expect(parseQuery(url, z.strictObject({ search: z.string().optional() }))).toEqual({});
});
