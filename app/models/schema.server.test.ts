import { describe, expect, test } from "vitest";
import { sources } from "~/testing/sources";
import { ChangePasswordSchema } from "./accounts/account.schema.server";
import { CityPatch, CityUserPatch } from "./cities/city.schema.server";
import { CommentSchema } from "./comments/comment.schema.server";
import { CorrectionPatch } from "./corrections/correction.schema.server";
import { EmployeePatch } from "./employees/employee.schema.server";
import { FeeEditSchema, FeeSchema } from "./fees/fee.schema.server";
import { PermitSchema, permitFields } from "./permits/permit.schema.server";
import {
  optional,
  optionalEmail,
  optionalLines,
  required,
  requiredEmail,
  requiredLines,
  type z,
} from "./schema.server";

describe("a text of nothing visible counts as empty", () => {
  const unseen = "\u200b\ufeff \u00ad\u2060\u200d";

  test.each([required("Needed"), requiredLines("Needed", 9), requiredEmail("Needed")])(
    "with the message for blanks",
    (schema) => {
      const messages = (typed: string) => schema.safeParse(typed).error?.issues.map(({ message }) => message);
      expect(messages(unseen)).toEqual(["Needed"]);
      expect(messages(unseen)).toEqual(messages("  "));
    },
  );

  test.each([optional(), optionalLines(9), optionalEmail])("in an optional field", (schema) => {
    expect(schema.parse(unseen)).toBeNull();
  });
});

test("an email is stored in one spelling, and a refusal says what is wrong at the field", () => {
  const messages = (schema: z.ZodType, typed: string) =>
    schema.safeParse(typed).error?.issues.map(({ message }) => message);
  const wrong = "Please enter a valid email";
  for (const schema of [requiredEmail(wrong), optionalEmail]) {
    expect(schema.parse('"Doe, Jane" <mailto:Jane@Bücher.test>')).toBe("Jane@xn--bcher-kva.test");
    expect(messages(schema, "jane@")).toEqual([wrong]);
    expect(messages(schema, "a@x.gov, b@x.gov")).toEqual([`${wrong}: one address only`]);
  }
  expect(CityUserPatch.parse({ email: "a/b@x.org" }).email).toBe("a/b@x.org");
  expect(EmployeePatch.parse({ email: "X#EXT#@tenant.test" }).email).toBe("x#ext#@tenant.test");
  expect(CityPatch.parse({ managerEmail: "o&m@City.gov" }).managerEmail).toBe("o&m@city.gov");
  expect(permitFields.shape.applicantEmail.parse("mailto:a@x.gov")).toBe("a@x.gov");
});

test("an applicant's number of another country stays as it is typed", () => {
  const { applicantPhone } = permitFields.shape;
  expect(applicantPhone.parse("tel:+1\u2011707\u2011555\u20110123;ext=12")).toBe("(707) 555-0123 x12");
  expect(applicantPhone.parse("+49 30 123456")).toBe("+49 30 123456");
  expect(applicantPhone.parse("tel:\u202a+49\u201130\u2011123456\u202c")).toBe("+49-30-123456");
  expect(applicantPhone.parse(" ")).toBeNull();
});

test("two written numbers that look alike are stored as one", () => {
  const numbers = [
    permitFields.shape.urban37PermitNumber,
    PermitSchema.shape.urban37PermitNumber,
    FeeSchema.shape.invoiceNumber,
    FeeEditSchema.shape.invoiceNumber,
  ];
  const typed = ["\u202aOAK-26-001\u202c", "OAK\u201126\u2013001", " OAK-26-001\ufe0f\u200e"];
  for (const number of numbers) for (const text of typed) expect(number.parse(text)).toBe("OAK-26-001");
  expect(FeeSchema.shape.invoiceNumber.parse("\u200e")).toBeNull();
});

test("a text from a word processor is cleaned in every field, and its length counted then", () => {
  const typed = "\ufeffStairs\u000b  e\u0301gress\u2028\u00adexit\u0002";
  const lines = "Stairs\n  égress\nexit";
  const line = "Stairs   égress exit";
  expect(CommentSchema.parse({ text: typed }).text).toBe(lines);
  expect(CorrectionPatch.parse({ text: typed, sheet: typed })).toEqual({ text: lines, sheet: line });
  expect(permitFields.shape.projectDescription.parse(typed)).toBe(lines);
  expect(permitFields.shape.projectName.parse(typed)).toBe(line);
  expect(CityPatch.parse({ letterCodes: typed, managerPhone: "707\u200b555 0123" })).toEqual({
    letterCodes: lines,
    managerPhone: "(707) 555-0123",
  });
  expect(required("Needed", 3).parse("a\u200bb\u00adc")).toBe("abc");
});

test("a password stays as it is typed", () => {
  const password = "\u00adlong e\u0301nough\u200b ";
  expect(ChangePasswordSchema.parse({ currentPassword: password, password }).password).toBe(password);
});

test("no form has a text that is not cleaned, but passwords and what is not typed", () => {
  const forms = sources.filter(({ path }) => path.endsWith(".schema.server.ts"));
  const names = forms.flatMap(({ text }) =>
    [...text.matchAll(/(\w+)(?::| =)\s*(?:z\.object\(\{ )?(?:seen: )?z\s*\.string\(/g)].map(
      ([, name]) => name,
    ),
  );
  expect(forms.length).toBeGreaterThan(10);
  const notTyped = ["seen", "shown", "updatedAt"];
  // A row is cleaned when it is parsed alone, so that a refused one keeps its text.
  const inRows = ["verdict", "remark", "pasted", "placesField", "typed"];
  expect(new Set(names)).toEqual(
    new Set(["password", "newPassword", "currentPassword", ...notTyped, ...inRows]),
  );
});
