import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { permitFields } from "~/testing/test-rows";
import { disciplines } from "../discipline";
import {
  DeletePermitForm,
  PermitEditForm,
  PermitForm,
  PlanFilesForm,
  permitEditForm,
} from "./permit.form.server";

type Fields = Record<string, string | readonly string[] | undefined>;

const filled: Fields = { ...permitFields, permitCreationYear: "2026", cityId: "3" };
const filledEdit: Fields = {
  ...filled,
  urban37PermitNumber: "OAK-26-001",
  updatedAt: "2026-11-20T10:00:00.000Z",
};

/** Posted as the form door does it. */
function post<Schema extends z.ZodType>(schema: Schema, fields: Fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of typeof value === "string" ? [value] : (value ?? [])) form.append(name, each);
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
  ["the new permit's form", PermitForm, filled],
  ["the edit form", PermitEditForm, filledEdit],
] as const;

describe.each(formats)("%s", (_, schema, fields) => {
  test("takes a permit that is filled in", () => {
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

  test.each(requiredTexts)("asks for %s, left empty or left out: %s", (name, message) => {
    expect(errorsOf(schema, { ...fields, [name]: "" })).toEqual({ [name]: [message] });
    expect(errorsOf(schema, { ...fields, [name]: undefined })).toEqual({ [name]: [message] });
  });

  test.each([
    ["cityPermitNumber", "City permit number is required"],
    ["projectName", "Project name is required"],
    ["projectAddress", "Project address is required"],
    ["projectDescription", "Project description is required"],
  ])("asks for %s when it holds spaces alone", (name, message) => {
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
    ["applicantEmail", "nobody", "Invalid input"],
    ["applicantEmail", "nobody@", "Invalid input"],
    ["applicantEmail", `${"a".repeat(250)}@example.test`, "Invalid input"],
    ["cityPermitNumber", "x".repeat(101), "Keep this to 100 characters or fewer"],
    ["urban37PermitNumber", "x".repeat(51), "Keep this to 50 characters or fewer"],
    ["projectName", "x".repeat(501), "Keep this to 500 characters or fewer"],
    ["projectAddress", "x".repeat(501), "Keep this to 500 characters or fewer"],
    ["projectDescription", "x".repeat(10_001), "Keep this to 10,000 characters or fewer"],
    ["applicantName", "x".repeat(201), "Keep this to 200 characters or fewer"],
    ["applicantPhone", "1".repeat(51), "Keep this to 50 characters or fewer"],
  ])("refuses %s of %j: %s", (name, value, message) => {
    expect(errorsOf(schema, { ...fields, [name]: value })).toEqual({ [name]: [message] });
  });

  test.each([
    ["cityPermitNumber", "x".repeat(100)],
    ["urban37PermitNumber", "x".repeat(50)],
    ["projectName", "x".repeat(500)],
    ["projectDescription", "x".repeat(10_000)],
    ["applicantName", "x".repeat(200)],
  ])("takes %s at its greatest length", (name, value) => {
    expect(accepted(schema, { ...fields, [name]: value })).toMatchObject({ [name]: value });
  });

  test.each([2020, 2030])("takes the year %i", (year) => {
    expect(accepted(schema, { ...fields, permitCreationYear: String(year) }).permitCreationYear).toBe(year);
  });

  test("takes texts without the spaces around them", () => {
    const value = accepted(schema, { ...fields, projectName: "  Harbor  ", applicantName: " Jo " });
    expect(value).toMatchObject({ projectName: "Harbor", applicantName: "Jo" });
  });

  test("takes every discipline, in the order of the list and each once", () => {
    const reversed = disciplines.toReversed();
    expect(accepted(schema, { ...fields, requiredDisciplines: reversed }).requiredDisciplines).toEqual(
      disciplines,
    );
    const twice = accepted(schema, { ...fields, requiredDisciplines: ["Fire", "Civil", "Fire"] });
    expect(twice.requiredDisciplines).toEqual(["Civil", "Fire"]);
  });

  test("refuses an unknown discipline among known ones", () => {
    const errors = errorsOf(schema, { ...fields, requiredDisciplines: ["Fire", "Wizardry"] });
    expect(Object.values(errors ?? {})).toEqual([["Invalid input"]]);
  });

  test("refuses more disciplines than there are", () => {
    const nine = [...disciplines, "Fire"];
    expect(Object.keys(errorsOf(schema, { ...fields, requiredDisciplines: nine }) ?? {})).toEqual([
      "requiredDisciplines",
    ]);
  });

  test("reads a ticked box as true", () => {
    expect(accepted(schema, { ...fields, isExpeditedReview: "on" }).isExpeditedReview).toBe(true);
  });

  test("reads the revision none as no revision, and any other as itself", () => {
    expect(accepted(schema, { ...fields, revisionNumber: "none" }).revisionNumber).toBeNull();
    expect(accepted(schema, { ...fields, revisionNumber: "rev10" }).revisionNumber).toBe("rev10");
  });

  test("takes an applicant's e-mail, and none", () => {
    const value = accepted(schema, { ...fields, applicantEmail: "jo@example.test" });
    expect(value.applicantEmail).toBe("jo@example.test");
    expect(errorsOf(schema, { ...fields, applicantEmail: "" })).toEqual({});
  });

  test("never answers in the words of its library", () => {
    const everythingWrong = Object.fromEntries(
      [...Object.keys(fields), "revisionNumber", "submissionDate", "applicantEmail"].map((name) => [
        name,
        "\u{1f9f1}".repeat(6000),
      ]),
    );
    const ours =
      /^(Required|Invalid input|Keep this to [\d,]+ characters or fewer|Please select a (city|status|review cycle|project type)|Please select at least one discipline|(City permit number|Project (name|address|description)|Creation date|Due date) is required)$/;
    for (const posted of [{}, everythingWrong]) {
      const messages = Object.values(errorsOf(schema, posted) ?? {}).flatMap((each) => each ?? []);
      expect(messages.length).toBeGreaterThan(8);
      for (const message of messages) expect(message).toMatch(ours);
    }
  });
});

test("a new permit's number may be left blank, meaning the next one", () => {
  expect(accepted(PermitForm, { ...filled, urban37PermitNumber: "" }).urban37PermitNumber ?? null).toBeNull();
  expect(
    accepted(PermitForm, { ...filled, urban37PermitNumber: "  " }).urban37PermitNumber ?? null,
  ).toBeNull();
});

test.each(["", "   ", undefined])("an edited permit's number is required: %j", (number) => {
  expect(errorsOf(PermitEditForm, { ...filledEdit, urban37PermitNumber: number })).toEqual({
    urban37PermitNumber: ["Required"],
  });
});

test.each([
  [undefined, "Required"],
  ["yesterday", "Invalid input"],
])("an edited permit says when the row was read: %j is refused", (updatedAt, message) => {
  expect(errorsOf(PermitEditForm, { ...filledEdit, updatedAt })).toEqual({ updatedAt: [message] });
});

describe("an edit", () => {
  const emptied = { ...filledEdit, cityPermitNumber: " ", requiredDisciplines: undefined };
  const messages = {
    cityPermitNumber: ["City permit number is required"],
    requiredDisciplines: ["Please select at least one discipline"],
  };

  test("leaves out what the city's submission left out", () => {
    const submitted = permitEditForm({ cityPermitNumber: null, requiredDisciplines: [] });
    expect(accepted(submitted, emptied)).toMatchObject({ cityPermitNumber: null, requiredDisciplines: [] });
    expect(accepted(submitted, filledEdit)).toMatchObject(permitFields);
  });

  test("takes nothing away that was given", () => {
    const given = permitEditForm({ cityPermitNumber: "B-1", requiredDisciplines: ["Fire"] });
    expect(errorsOf(given, emptied)).toEqual(messages);
    expect(errorsOf(permitEditForm(), emptied)).toEqual(messages);
  });
});

test.each(["short", "x".repeat(101)])("a form key of another length is refused: %s", (formKey) => {
  expect(errorsOf(PermitForm, { ...filled, formKey })).toEqual({ formKey: ["Invalid input"] });
});

test("the word delete confirms a deletion, and nothing else does", () => {
  expect(accepted(DeletePermitForm, { confirmation: "delete" }).confirmation).toBe("delete");
  for (const word of ["Delete", "DELETE", " delete", "delete ", "deleted", "", undefined]) {
    const [message] = errorsOf(DeletePermitForm, { confirmation: word })?.confirmation ?? [];
    expect(message).toMatch(/^Type delete to confirm/);
  }
});

test("plan files are sent for a review cycle that exists", () => {
  expect(accepted(PlanFilesForm, { reviewCycle: "PC10" }).reviewCycle).toBe("PC10");
  for (const reviewCycle of ["PC11", "", undefined]) {
    expect(errorsOf(PlanFilesForm, { reviewCycle })).toEqual({
      reviewCycle: ["Please select a review cycle"],
    });
  }
});
