import { expect, test } from "vitest";
import { env } from "~/platform/env.server";
import {
  ChangePasswordSchema,
  EndSessionSchema,
  ProfileSchema,
  SetPasswordSchema,
  SignInSchema,
} from "./account.schema.server";

const messagesOf = (password: unknown) =>
  SetPasswordSchema.safeParse({ password }).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ["nothing", undefined, "Password is required"],
  ["11 characters", "harbor quie", "Use 12 characters or more"],
  ["201 characters", "q".repeat(201), "Use 200 characters or fewer"],
  ["a common password", "password1234", "This password is known to be a common one. Use another."],
  ["twelve blanks", "            ", "This password is known to be a common one. Use another."],
  [
    "blanks of other kinds",
    " \t\u00a0\u3000\u2003\ufeff      ",
    "This password is known to be a common one. Use another.",
  ],
  ["the demo", "redline-demo", "This password is known to be a common one. Use another."],
  ["the demo, in capitals", "Redline-Demo", "This password is known to be a common one. Use another."],
])("a new password of %s is rejected", (_, password, message) => {
  expect(messagesOf(password)).toEqual([message]);
});

test.each(["harbor quiet", "0123 4567 89", "a           ", "ヨットハーバーの静かな夜明け", "q".repeat(200)])(
  "%o is accepted, since there are no rules of composition",
  (password) => expect(messagesOf(password)).toEqual([]),
);

test("the demo accepts its own password", () => {
  env.DEMO = true;
  const messages = messagesOf("redline-demo");
  env.DEMO = false;
  expect(messages).toEqual([]);
});

test("spaces in a new password are preserved", () => {
  expect(SetPasswordSchema.parse({ password: "  harbor quiet  " }).password).toBe("  harbor quiet  ");
});

test("changing a password follows the same rules, and requires the current password", () => {
  const changed = ChangePasswordSchema.safeParse({ currentPassword: "old", password: "            " });
  expect(changed.error?.issues.map(({ message }) => message)).toEqual([
    "This password is known to be a common one. Use another.",
  ]);
  const issues = ChangePasswordSchema.safeParse({ password: "harbor quie" }).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]))).toEqual({
    currentPassword: "Your current password is required",
    password: "Use 12 characters or more",
  });
});

test("signing in requires both fields, and has no rules for the password", () => {
  const issues = SignInSchema.safeParse({}).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual(["Email is required", "Password is required"]);
  expect(SignInSchema.parse({ email: " ann@city.test ", password: "short" })).toEqual({
    email: "ann@city.test",
    password: "short",
  });
});

test("a name is trimmed, an empty one becomes null, and one of 101 characters is rejected", () => {
  expect(ProfileSchema.parse({ firstName: " Ann ", lastName: "  " })).toEqual({
    firstName: "Ann",
    lastName: null,
  });
  expect(ProfileSchema.safeParse({ firstName: "n".repeat(101) }).error?.issues[0]?.message).toBe(
    "Keep this to 100 characters or fewer",
  );
});

test.each([0, -1, 1.5, Number.NaN, "1", undefined])("%o is not a session id", (sessionId) => {
  expect(EndSessionSchema.safeParse({ sessionId }).success).toBe(false);
});
