import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { SubmissionForm } from "./submission.form.server";

const filled: Record<string, string | string[]> = {
  projectName: "Elm Street Duplex",
  projectAddress: "12 Elm Street",
  projectType: "residential",
  projectDescription: "Two units",
};

function post(fields: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) form.append(name, each);
  return parseWithZod(form, { schema: SubmissionForm });
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

test("nothing else is", () => {
  expect(accepted()).toMatchObject({ requiredDisciplines: [], needsPhysicalPlans: false });
  expect(accepted({ cityPermitNumber: " " }).cityPermitNumber).toBeNull();
});

test("takes all that a city may say", () => {
  const said = {
    cityPermitNumber: "26-0100",
    revisionNumber: "rev10",
    requiredDisciplines: ["Fire", "Civil"],
    applicantName: "Ann Field",
    applicantEmail: "ann@field.test",
    applicantPhone: "(707) 555-0100",
    needsPhysicalPlans: "on",
  };
  expect(accepted(said)).toMatchObject({
    ...said,
    requiredDisciplines: ["Civil", "Fire"],
    needsPhysicalPlans: true,
  });
  expect(accepted({ revisionNumber: "none" }).revisionNumber).toBeNull();
});

test("passes over what is not the city's to say", () => {
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
])("refuses %s %j", (field, value) => {
  expect(Object.keys(errorsOf({ [field]: value }) ?? {})).toEqual([field]);
});
