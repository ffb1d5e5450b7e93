import { expect, test } from "vitest";
import { bodyFields, formFields, readingOf } from "~/testing/every-field";
import { sources } from "~/testing/sources";

const isDate = (schema: Parameters<typeof readingOf>[0]) =>
  !Array.isArray(readingOf(schema, "2026-12-04")) && Array.isArray(readingOf(schema, "2026-02-31"));

const dates = [...formFields, ...bodyFields].flatMap(({ name: form, fields }) =>
  fields
    .filter(({ schema }) => isDate(schema))
    .map(({ name, schema }) => ({ field: `${name} of ${form}`, name, schema })),
);

test("the walk sees every kind of date, in forms and in the API", () => {
  const names = new Set(dates.map(({ name }) => name));
  const known = ["creationDate", "dueDate", "submissionDate", "employeeDueDate", "dateCharged", "workDate"];
  expect([...names]).toEqual(expect.arrayContaining([...known, "receivedOn", "completeOn", "handedOverOn"]));
  expect(dates.length).toBeGreaterThan(30);
});

test.each(dates)("$field has a year from 2000 to 2099, and its message names the year", ({ schema }) => {
  for (const typed of ["2000-01-01", "2099-12-31"]) expect(readingOf(schema, typed)).toEqual({ data: typed });
  const messageOf = (year: number) => [`The year must be between 2000 and 2099; this date has ${year}`];
  expect(readingOf(schema, "0026-12-04")).toEqual(messageOf(26));
  expect(readingOf(schema, "0202-06-11")).toEqual(messageOf(202));
  expect(readingOf(schema, "1999-12-31")).toEqual(messageOf(1999));
  expect(readingOf(schema, "2100-01-01")).toEqual(messageOf(2100));
});

test("each date on a page is a DateField, which has the first and the last day", () => {
  const own = sources.filter(({ text }) => /type="date"/.test(text)).map(({ path }) => path);
  expect(own).toEqual(["ui/fields.tsx"]);
});
