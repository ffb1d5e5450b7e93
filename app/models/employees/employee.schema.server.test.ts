import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { EmployeeEditSchema, EmployeePatch, EmployeeSchema, ReassignSchema } from "./employee.schema.server";

function parse(
  fields: Record<string, string | string[]>,
  schema: typeof EmployeeSchema | typeof EmployeeEditSchema,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value].flat()) form.append(name, item);
  }
  return parseWithZod(form, { schema: schema as typeof EmployeeSchema });
}

const errorsOf = (fields: Record<string, string | string[]>) =>
  parse(fields, EmployeeSchema).reply().error ?? {};
const filled = { name: "Ann Ash", email: "ann@example.test", disciplines: ["Fire"] };

describe("the form of an employee", () => {
  test("shows all messages of an empty form at once", () => {
    expect(errorsOf({})).toEqual({
      name: ["Employee name is required"],
      email: ["Please enter a valid email"],
      disciplines: ["Non-admin employees must have at least one discipline selected"],
    });
  });

  test.each(["ann", "ann@", "ann@example", "@example.test"])("refuses the email %s", (email) => {
    expect(errorsOf({ ...filled, email })).toEqual({ email: ["Please enter a valid email"] });
  });

  test("says what is wrong with an email that has spaces", () => {
    expect(errorsOf({ ...filled, email: "a b@example.test" })).toEqual({
      email: ["Please enter a valid email: it has no spaces"],
    });
  });

  test("requires a discipline only without administrator access", () => {
    expect(errorsOf({ ...filled, disciplines: [] })).toHaveProperty("disciplines");
    expect(errorsOf({ ...filled, disciplines: [], isAdministrator: "on" })).toEqual({});
  });

  test("sorts disciplines, removes duplicates, and refuses unknown ones", () => {
    const { value } = parse({ ...filled, disciplines: ["Fire", "Civil", "Fire"] }, EmployeeSchema) as {
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

  test("accepts names of 300 characters, and stores emails in lower case", () => {
    expect(errorsOf({ ...filled, name: "x".repeat(300) })).toEqual({});
    expect(errorsOf({ ...filled, name: "x".repeat(301) })).toHaveProperty("name");
    expect(EmployeePatch.parse({ email: " Ann@Example.test " })).toEqual({ email: "ann@example.test" });
  });
});

test("an edit reads an unchecked checkbox as false, and requires the version that it is based on", () => {
  const edit = { ...filled, updatedAt: "2026-11-20T20:00:00.000Z" };
  expect(parse(edit, EmployeeEditSchema)).toMatchObject({
    value: { isActive: false, isAdministrator: false },
  });
  expect(parse(filled, EmployeeEditSchema).reply().error).toHaveProperty("updatedAt");
});

test("a patch has only the submitted fields", () => {
  expect(EmployeePatch.parse({})).toEqual({});
  expect(EmployeePatch.parse({ isActive: false })).toEqual({ isActive: false });
});

test("a reassignment has at most one reviewer for each discipline", () => {
  expect(ReassignSchema.parse({})).toEqual({ moves: [] });
  expect(ReassignSchema.parse({ moves: [{ discipline: "Fire" }] })).toEqual({
    moves: [{ discipline: "Fire" }],
  });
  expect(ReassignSchema.safeParse({ moves: Array(9).fill({ discipline: "Fire" }) }).success).toBe(false);
  expect(ReassignSchema.safeParse({ moves: [{ discipline: "Alchemy", employeeId: 1 }] }).success).toBe(false);
});
