import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { SubmissionSchema } from "./submission.schema.server";

const filled: Record<string, string | string[]> = {
  projectName: "Elm Street Duplex",
  projectAddress: "12 Elm Street",
  projectType: "residential",
  projectDescription: "Two units",
};

function post(fields: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const part of [value].flat()) form.append(name, part);
  return parseWithZod(form, { schema: SubmissionSchema });
}
const errorsOf = (fields: Record<string, string | string[]>) => {
  const submission = post({ ...filled, ...fields });
  return submission.status === "error" ? submission.error : null;
};
const accepted = (fields: Record<string, string | string[]> = {}) => {
  const submission = post({ ...filled, ...fields });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value;
};

test.each([
  ["projectName", "Project name is required"],
  ["projectAddress", "Project address is required"],
  ["projectType", "Please select a project type"],
  ["projectDescription", "Project description is required"],
])("%s is required", (field, message) => {
  expect(errorsOf({ [field]: "" })).toEqual({ [field]: [message] });
  expect(errorsOf({ [field]: "  " })).toEqual({ [field]: [message] });
});

test("no other field is required", () => {
  expect(accepted()).toMatchObject({ requiredDisciplines: [], needsPhysicalPlans: false });
  expect(accepted({ cityPermitNumber: " " }).cityPermitNumber).toBeNull();
});

test("all fields of a city are accepted", () => {
  const sent = {
    cityPermitNumber: "26-0100",
    revisionNumber: "rev10",
    requiredDisciplines: ["Fire", "Civil"],
    applicantName: "Ann Field",
    applicantEmail: "ann@field.test",
    applicantPhone: "(707) 555-0100",
    needsPhysicalPlans: "on",
  };
  expect(accepted(sent)).toMatchObject({
    ...sent,
    requiredDisciplines: ["Civil", "Fire"],
    needsPhysicalPlans: true,
  });
  expect(accepted({ revisionNumber: "none" }).revisionNumber).toBeNull();
});

test("fields that the server sets are ignored", () => {
  const fields = {
    cityId: "9",
    status: "hold",
    dueDate: "2020-01-01",
    urban37PermitNumber: "X",
    reviewCycle: "PC9",
  };
  expect(Object.keys(accepted(fields))).not.toEqual(expect.arrayContaining(Object.keys(fields)));
  for (const name of Object.keys(fields)) expect(accepted(fields)).not.toHaveProperty(name);
});

test.each([
  ["applicantEmail", "no address"],
  ["projectType", "castle"],
  ["revisionNumber", "rev11"],
  ["requiredDisciplines", "Masonry"],
])("%s %j is refused", (field, value) => {
  expect(Object.keys(errorsOf({ [field]: value }) ?? {})).toEqual([field]);
});
