import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { EmployeeEditForm, EmployeeForm, EmployeePatch, ReassignForm } from "./employee.form.server";

function parse(
  fields: Record<string, string | string[]>,
  schema: typeof EmployeeForm | typeof EmployeeEditForm,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) form.append(name, each);
  }
  return parseWithZod(form, { schema: schema as typeof EmployeeForm });
}

const errorsOf = (fields: Record<string, string | string[]>) =>
  parse(fields, EmployeeForm).reply().error ?? {};
const filled = { name: "Ann Ash", email: "ann@example.test", disciplines: ["Fire"] };

describe("the form of an employee", () => {
  test("says in one go what an empty one lacks", () => {
    expect(errorsOf({})).toEqual({
      name: ["Employee name is required"],
      email: ["Please enter a valid email"],
      disciplines: ["Non-admin employees must have at least one discipline selected"],
    });
  });

  test.each(["ann", "ann@", "ann@example", "@example.test", "a b@example.test"])("refuses %s", (email) => {
    expect(errorsOf({ ...filled, email })).toEqual({ email: ["Please enter a valid email"] });
  });

  test("needs a discipline of who has no administrator access, and of nobody else", () => {
    expect(errorsOf({ ...filled, disciplines: [] })).toHaveProperty("disciplines");
    expect(errorsOf({ ...filled, disciplines: [], isAdministrator: "on" })).toEqual({});
  });

  test("orders disciplines as everywhere, once each, and knows no others", () => {
    const { value } = parse({ ...filled, disciplines: ["Fire", "Civil", "Fire"] }, EmployeeForm) as {
      value: unknown;
    };
    expect(value).toEqual({
      name: "Ann Ash",
      email: "ann@example.test",
      disciplines: ["Civil", "Fire"],
      isAdministrator: false,
      formKey: undefined,
    });
    expect(errorsOf({ ...filled, disciplines: ["Alchemy"] })).toEqual({ disciplines: ["Invalid input"] });
    expect(errorsOf({ ...filled, disciplines: Array(9).fill("Fire") })).toEqual({
      disciplines: ["Invalid input"],
    });
  });

  test("takes names of 300 characters, and keeps addresses in small letters", () => {
    expect(errorsOf({ ...filled, name: "x".repeat(300) })).toEqual({});
    expect(errorsOf({ ...filled, name: "x".repeat(301) })).toHaveProperty("name");
    expect(EmployeePatch.parse({ email: " Ann@Example.test " })).toEqual({ email: "ann@example.test" });
  });
});

test("an edit takes an unticked box for no, and needs to know which version it was made of", () => {
  const edit = { ...filled, updatedAt: "2026-11-20T20:00:00.000Z" };
  expect(parse(edit, EmployeeEditForm)).toMatchObject({ value: { isActive: false, isAdministrator: false } });
  expect(parse(filled, EmployeeEditForm).reply().error).toHaveProperty("updatedAt");
});

test("a patch holds what was sent alone", () => {
  expect(EmployeePatch.parse({})).toEqual({});
  expect(EmployeePatch.parse({ isActive: false })).toEqual({ isActive: false });
});

test("a reassignment names a reviewer for each discipline, or none", () => {
  expect(ReassignForm.parse({})).toEqual({ moves: [] });
  expect(ReassignForm.parse({ moves: [{ discipline: "Fire" }] })).toEqual({
    moves: [{ discipline: "Fire" }],
  });
  expect(ReassignForm.safeParse({ moves: Array(9).fill({ discipline: "Fire" }) }).success).toBe(false);
  expect(ReassignForm.safeParse({ moves: [{ discipline: "Alchemy", employeeId: 1 }] }).success).toBe(false);
});
