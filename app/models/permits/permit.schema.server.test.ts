import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { permitFields } from "~/testing/test-rows";
import { disciplineValues } from "../discipline";
import { DeletePermitSchema, PermitSchema, PlanFilesSchema, permitEditSchema } from "./permit.schema.server";

type Fields = Record<string, string | readonly string[] | undefined>;

const filled: Fields = { ...permitFields, permitCreationYear: "2026", cityId: "3" };
const filledEdit: Fields = {
  ...filled,
  urban37PermitNumber: "OAK-26-001",
  updatedAt: "2026-11-20T10:00:00.000Z",
};

/** Parses fields as a page action does. */
function post<Schema extends z.ZodType>(schema: Schema, fields: Fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const text of typeof value === "string" ? [value] : (value ?? [])) form.append(name, text);
  }
  return parseWithZod(form, { schema });
}

function accepted<Schema extends z.ZodType>(schema: Schema, fields: Fields): z.output<Schema> {
  const submission = post(schema, fields);
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value;
}

function errorsOf(schema: z.ZodType, fields: Fields) {
  const submission = post(schema, fields);
  return submission.status === "error" ? submission.error : {};
}

const formats = [
  ["the new permit's form", PermitSchema, filled],
  ["the edit form", permitEditSchema(), filledEdit],
] as const;

describe.each(formats)("%s", (_, schema, fields) => {
  test("accepts a permit with all fields", () => {
    expect(accepted(schema, fields)).toMatchObject({
      ...permitFields,
      cityId: 3,
      permitCreationYear: 2026,
      isExpeditedReview: false,
    });
  });

  const requiredTexts = [
    ["cityId", "Please select a city"],
    ["cityPermitNumber", "City permit number is required"],
    ["status", "Please select a status"],
    ["reviewCycle", "Please select a review cycle"],
    ["projectName", "Project name is required"],
    ["projectAddress", "Project address is required"],
    ["projectType", "Please select a project type"],
    ["projectDescription", "Project description is required"],
    ["requiredDisciplines", "Please select at least one discipline"],
    ["creationDate", "Creation date is required"],
    ["dueDate", "Due date is required"],
    ["permitCreationYear", "Required"],
  ] as const;

  test.each(requiredTexts)("requires %s, when empty or missing: %s", (name, message) => {
    expect(errorsOf(schema, { ...fields, [name]: "" })).toEqual({ [name]: [message] });
    expect(errorsOf(schema, { ...fields, [name]: undefined })).toEqual({ [name]: [message] });
  });

  test.each([
    ["cityPermitNumber", "City permit number is required"],
    ["projectName", "Project name is required"],
    ["projectAddress", "Project address is required"],
    ["projectDescription", "Project description is required"],
  ])("requires %s when it contains only spaces: %s", (name, message) => {
    expect(errorsOf(schema, { ...fields, [name]: "   " })).toEqual({ [name]: [message] });
  });

  test.each([
    ["cityId", "abc", "Please select a city"],
    ["cityId", "0", "Please select a city"],
    ["cityId", "-3", "Please select a city"],
    ["cityId", "1.5", "Please select a city"],
    ["permitCreationYear", "2019", "Invalid input"],
    ["permitCreationYear", "2031", "Invalid input"],
    ["permitCreationYear", "2026.5", "Invalid input"],
    ["permitCreationYear", "soon", "Invalid input"],
    ["status", "pending", "Please select a status"],
    ["status", "Approved", "Please select a status"],
    ["reviewCycle", "PC11", "Please select a review cycle"],
    ["projectType", "castle", "Please select a project type"],
    ["revisionNumber", "rev11", "Invalid input"],
    ["revisionNumber", "REV1", "Invalid input"],
    ["creationDate", "2026-02-31", "Invalid input"],
    ["dueDate", "tomorrow", "Invalid input"],
    ["submissionDate", "2026-02-31", "Invalid input"],
    ["applicantEmail", "nobody", "Please enter a valid email"],
    ["applicantEmail", "nobody@", "Please enter a valid email"],
    [
      "applicantEmail",
      `${"a".repeat(65)}@example.test`,
      "Please enter a valid email: before the @ it has at most 64 characters",
    ],
    ["applicantEmail", `a@${`${"a".repeat(60)}.`.repeat(5)}test`, "Please enter a valid email"],
    ["cityPermitNumber", "x".repeat(101), "Keep this to 100 characters or fewer"],
    ["urban37PermitNumber", "x".repeat(51), "Keep this to 50 characters or fewer"],
    ["projectName", "x".repeat(501), "Keep this to 500 characters or fewer"],
    ["projectAddress", "x".repeat(501), "Keep this to 500 characters or fewer"],
    ["projectDescription", "x".repeat(10_001), "Keep this to 10,000 characters or fewer"],
    ["applicantName", "x".repeat(201), "Keep this to 200 characters or fewer"],
    ["applicantPhone", "1".repeat(51), "Keep this to 50 characters or fewer"],
  ])("rejects %s %j: %s", (name, value, message) => {
    expect(errorsOf(schema, { ...fields, [name]: value })).toEqual({ [name]: [message] });
  });

  test.each([
    ["cityPermitNumber", "x".repeat(100)],
    ["urban37PermitNumber", "x".repeat(50)],
    ["projectName", "x".repeat(500)],
    ["projectDescription", "x".repeat(10_000)],
    ["applicantName", "x".repeat(200)],
  ])("accepts %s of the maximum length", (name, value) => {
    expect(accepted(schema, { ...fields, [name]: value })).toMatchObject({ [name]: value });
  });

  test.each([2020, 2030])("accepts the year %i", (year) => {
    expect(accepted(schema, { ...fields, permitCreationYear: String(year) }).permitCreationYear).toBe(year);
  });

  test("trims texts", () => {
    const value = accepted(schema, { ...fields, projectName: "  Harbor  ", applicantName: " Jo " });
    expect(value).toMatchObject({ projectName: "Harbor", applicantName: "Jo" });
  });

  test("returns disciplines in the order of the list and without duplicates", () => {
    const reversed = disciplineValues.toReversed();
    expect(accepted(schema, { ...fields, requiredDisciplines: reversed }).requiredDisciplines).toEqual(
      disciplineValues,
    );
    const withDuplicate = accepted(schema, { ...fields, requiredDisciplines: ["Fire", "Civil", "Fire"] });
    expect(withDuplicate.requiredDisciplines).toEqual(["Civil", "Fire"]);
  });

  test("rejects an unknown discipline among known ones", () => {
    const errors = errorsOf(schema, { ...fields, requiredDisciplines: ["Fire", "Wizardry"] });
    expect(Object.values(errors ?? {})).toEqual([["Invalid input"]]);
  });

  test("rejects more disciplines than exist", () => {
    const nine = [...disciplineValues, "Fire"];
    expect(Object.keys(errorsOf(schema, { ...fields, requiredDisciplines: nine }) ?? {})).toEqual([
      "requiredDisciplines",
    ]);
  });

  test("reads a checked checkbox as true", () => {
    expect(accepted(schema, { ...fields, isExpeditedReview: "on" }).isExpeditedReview).toBe(true);
  });

  test("reads the revision none as null, and any other unchanged", () => {
    expect(accepted(schema, { ...fields, revisionNumber: "none" }).revisionNumber).toBeNull();
    expect(accepted(schema, { ...fields, revisionNumber: "rev10" }).revisionNumber).toBe("rev10");
  });

  test("accepts an applicant with or without an email", () => {
    const value = accepted(schema, { ...fields, applicantEmail: "jo@example.test" });
    expect(value.applicantEmail).toBe("jo@example.test");
    expect(errorsOf(schema, { ...fields, applicantEmail: "" })).toEqual({});
  });

  test("never shows a message of the validation library", () => {
    const everythingWrong = Object.fromEntries(
      [...Object.keys(fields), "revisionNumber", "submissionDate", "applicantEmail"].map((name) => [
        name,
        "\u{1f9f1}".repeat(6000),
      ]),
    );
    const ourMessages =
      /^(Required|Invalid input|Please enter a valid email|Keep this to [\d,]+ characters or fewer|Please select a (city|status|review cycle|project type)|Please select at least one discipline|(City permit number|Project (name|address|description)|Creation date|Due date) is required)$/;
    for (const posted of [{}, everythingWrong]) {
      const messages = Object.values(errorsOf(schema, posted) ?? {}).flatMap((texts) => texts ?? []);
      expect(messages.length).toBeGreaterThan(8);
      for (const message of messages) expect(message).toMatch(ourMessages);
    }
  });
});

test("a new permit's number may be blank", () => {
  expect(
    accepted(PermitSchema, { ...filled, urban37PermitNumber: "" }).urban37PermitNumber ?? null,
  ).toBeNull();
  expect(
    accepted(PermitSchema, { ...filled, urban37PermitNumber: "  " }).urban37PermitNumber ?? null,
  ).toBeNull();
});

test.each(["", "   ", undefined])("an edited permit's number is required: %j", (number) => {
  expect(errorsOf(permitEditSchema(), { ...filledEdit, urban37PermitNumber: number })).toEqual({
    urban37PermitNumber: ["Required"],
  });
});

test.each([
  [undefined, "Required"],
  ["yesterday", "Invalid input"],
])("an edit requires the updatedAt of the row: %j is rejected", (updatedAt, message) => {
  expect(errorsOf(permitEditSchema(), { ...filledEdit, updatedAt })).toEqual({ updatedAt: [message] });
});

describe("an edit", () => {
  const emptied = { ...filledEdit, cityPermitNumber: " ", requiredDisciplines: undefined };
  const messages = {
    cityPermitNumber: ["City permit number is required"],
    requiredDisciplines: ["Please select at least one discipline"],
  };

  test("accepts empty fields that the city's submission left empty", () => {
    const submitted = permitEditSchema({ cityPermitNumber: null, requiredDisciplines: [] });
    expect(accepted(submitted, emptied)).toMatchObject({ cityPermitNumber: null, requiredDisciplines: [] });
    expect(accepted(submitted, filledEdit)).toMatchObject(permitFields);
  });

  test("rejects empty fields that have a value", () => {
    const filledIn = permitEditSchema({ cityPermitNumber: "B-1", requiredDisciplines: ["Fire"] });
    expect(errorsOf(filledIn, emptied)).toEqual(messages);
    expect(errorsOf(permitEditSchema(), emptied)).toEqual(messages);
  });
});

test.each(["short", "x".repeat(101)])("an idempotency key of another length is rejected: %s", (formKey) => {
  expect(errorsOf(PermitSchema, { ...filled, formKey })).toEqual({ formKey: ["Invalid input"] });
});

test("only the word delete confirms a deletion", () => {
  expect(accepted(DeletePermitSchema, { confirmation: "delete" }).confirmation).toBe("delete");
  for (const word of ["Delete", "DELETE", " delete", "delete ", "deleted", "", undefined]) {
    const [message] = errorsOf(DeletePermitSchema, { confirmation: word })?.confirmation ?? [];
    expect([
      "Type delete to confirm",
      "Type only the word delete, in lowercase letters, to confirm",
    ]).toContain(message);
  }
});

test("plan files require an existing review cycle", () => {
  expect(accepted(PlanFilesSchema, { reviewCycle: "PC10" }).reviewCycle).toBe("PC10");
  for (const reviewCycle of ["PC11", "", undefined]) {
    expect(errorsOf(PlanFilesSchema, { reviewCycle })).toEqual({
      reviewCycle: ["Please select a review cycle"],
    });
  }
});
