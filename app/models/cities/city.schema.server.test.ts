import { expect, test } from "vitest";
import type { z } from "../schema.server";
import {
  CityEditSchema,
  CityPatch,
  CitySchema,
  CityUserSchema,
  DeleteCitySchema,
  InviteSchema,
} from "./city.schema.server";

const city = { cityName: "Oakville", cityNumber: "23", urban37CityCode: "OAK" };
const edited = {
  ...city,
  submissionStatus: "hold",
  approvalWording: "recommended",
  resubmittalSets: "complete",
  letterRecipients: "city",
  updatedAt: "2026-11-21T00:00:00.000Z",
};

/** The messages of a form, each as `field: message`. */
const messagesOf = (form: z.ZodType, fields: Record<string, unknown>) =>
  form.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

test("an empty form is refused with the messages of its fields (R2.1)", () => {
  expect(messagesOf(CitySchema, {})).toEqual([
    "cityName: City name is required",
    "cityNumber: City number must be at least 2 characters",
    "urban37CityCode: Urban37 city code must be exactly 3 characters",
  ]);
});

test.each([
  [{ cityName: " " }, "cityName: City name is required"],
  [{ cityNumber: "2" }, "cityNumber: City number must be at least 2 characters"],
  [{ cityNumber: "2 " }, "cityNumber: City number must be at least 2 characters"],
  [{ cityNumber: "2345" }, "cityNumber: City number must be at most 3 characters"],
  [{ urban37CityCode: "OA" }, "urban37CityCode: Urban37 city code must be exactly 3 characters"],
  [{ urban37CityCode: "OAKV" }, "urban37CityCode: Urban37 city code must be exactly 3 characters"],
  [{ urban37CityCode: "O-" }, "urban37CityCode: Urban37 city code must be exactly 3 characters"],
  [{ urban37CityCode: "O-K" }, "urban37CityCode: Use letters and digits only"],
  [{ urban37CityCode: "ÖAK" }, "urban37CityCode: Use letters and digits only"],
  [{ managerEmail: "harriet" }, "managerEmail: Please enter a valid email"],
  [{ managerPhone: "707555012" }, "managerPhone: Enter a phone number of 10 digits, such as (707) 555-0123"],
  [{ managerPhone: "1".repeat(51) }, "managerPhone: Keep this to 50 characters or fewer"],
  [{ submissionStatus: "pending" }, "submissionStatus: Please select a status"],
  [{ fullName: "x".repeat(201) }, "fullName: Keep this to 200 characters or fewer"],
  [{ letterContact: "x".repeat(301) }, "letterContact: Keep this to 300 characters or fewer"],
  [{ letterCodes: "x".repeat(501) }, "letterCodes: Keep this to 500 characters or fewer"],
  [{ approvalWording: "granted" }, "approvalWording: Please select what approval letters say"],
  [{ approvalWording: null }, "approvalWording: Please select what approval letters say"],
  [{ resubmittalSets: "some" }, "resubmittalSets: Please select what resubmittals have"],
  [{ letterRecipients: "nobody" }, "letterRecipients: Please select who gets letters"],
])("%o is refused", (fields, message) => {
  expect(messagesOf(CitySchema, { ...city, ...fields })).toContain(message);
});

test("a code is stored in upper case, a phone number is formatted, and an empty email is null", () => {
  expect(
    CitySchema.parse({ ...city, urban37CityCode: " o4k ", managerPhone: "1 707 555 0123", managerEmail: "" }),
  ).toEqual({ ...city, urban37CityCode: "O4K", managerPhone: "(707) 555-0123", managerEmail: null });
});

test("an edit clears optional fields that are left out, and a patch keeps them", () => {
  expect(CityEditSchema.parse(edited)).toEqual({
    ...edited,
    fullName: null,
    managerName: null,
    managerEmail: null,
    managerPhone: null,
    usesCorrections: false,
    letterNamesReviewers: false,
    applicantsAnswer: false,
    letterContact: null,
    letterCodes: null,
  });
  expect(CityPatch.parse({ cityName: "Oakville" })).toEqual({ cityName: "Oakville" });
});

test("the contact and the codes may have several lines, each counted as one character", () => {
  const lines = `${"x".repeat(149)}\r\n${"x".repeat(150)}`;
  expect(CityPatch.parse({ letterContact: ` ${lines} `, letterCodes: "x".repeat(500) })).toEqual({
    letterContact: lines.replace("\r", ""),
    letterCodes: "x".repeat(500),
  });
  expect(CityPatch.parse({ letterContact: " \r\n ", letterCodes: null })).toEqual({
    letterContact: null,
    letterCodes: null,
  });
});

test("an edit requires what approval letters say", () => {
  const { approvalWording: _wording, ...others } = edited;
  expect(messagesOf(CityEditSchema, others)).toEqual([
    "approvalWording: Please select what approval letters say",
  ]);
});

test("an edit requires the version that it is based on", () => {
  expect(messagesOf(CityEditSchema, { ...edited, updatedAt: undefined })).toEqual(["updatedAt: Required"]);
});

test("a deletion requires the exact word `delete`", () => {
  expect(messagesOf(DeleteCitySchema, {})).toEqual(["confirmation: Type delete to confirm"]);
  for (const confirmation of ["Delete", "delete "])
    expect(messagesOf(DeleteCitySchema, { confirmation })).toEqual([
      "confirmation: Type only the word delete, in lowercase letters, to confirm",
    ]);
  expect(messagesOf(DeleteCitySchema, { confirmation: "delete" })).toEqual([]);
});

test.each([undefined, "", "priya", "priya@", `priya@${"city.".repeat(50)}test`])(
  "an invitation to %s is refused",
  (email) => {
    expect(messagesOf(InviteSchema, { email })).toEqual(["email: Valid email is required"]);
    expect(messagesOf(CityUserSchema, { email, updatedAt: edited.updatedAt })).toEqual([
      "email: Valid email is required",
    ]);
  },
);

test("an invitation requires no name", () => {
  expect(messagesOf(InviteSchema, { email: "priya@oakville.test" })).toEqual([]);
});
