import { expect, test } from "vitest";
import { env } from "~/env.server";
import {
  ChangePasswordForm,
  EndSessionForm,
  ProfileForm,
  SetPasswordForm,
  SignInForm,
} from "./account.form.server";

const messagesOf = (password: unknown) =>
  SetPasswordForm.safeParse({ password }).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ["none", undefined, "Password is required"],
  ["11 characters", "harbor quie", "Use 12 characters or more"],
  ["201 characters", "q".repeat(201), "Use 200 characters or fewer"],
  ["a common one", "password1234", "This password is known to be a common one. Use another."],
  ["twelve blanks", "            ", "This password is known to be a common one. Use another."],
  [
    "blanks of other kinds",
    " \t\u00a0\u3000\u2003\ufeff      ",
    "This password is known to be a common one. Use another.",
  ],
  ["the demo's", "redline-demo", "This password is known to be a common one. Use another."],
  ["the demo's in capitals", "Redline-Demo", "This password is known to be a common one. Use another."],
])("a new password of %s is refused", (_, password, message) => {
  expect(messagesOf(password)).toEqual([message]);
});

test.each([
  "harbor quiet",
  "0123 4567 89",
  "a           ",
  "redline-demo2",
  "ヨットハーバーの静かな夜明け",
  "q".repeat(200),
])("no rule of composition refuses %o", (password) => expect(messagesOf(password)).toEqual([]));

test("in the demo its own password is as good as any", () => {
  env.DEMO = true;
  const messages = messagesOf("redline-demo");
  env.DEMO = false;
  expect(messages).toEqual([]);
});

test("a new password keeps its spaces", () => {
  expect(SetPasswordForm.parse({ password: "  harbor quiet  " }).password).toBe("  harbor quiet  ");
});

test("changing a password follows the same rule, and asks for the present one", () => {
  const changed = ChangePasswordForm.safeParse({ currentPassword: "old", password: "            " });
  expect(changed.error?.issues.map(({ message }) => message)).toEqual([
    "This password is known to be a common one. Use another.",
  ]);
  const issues = ChangePasswordForm.safeParse({ password: "harbor quie" }).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]))).toEqual({
    currentPassword: "Your present password is required",
    password: "Use 12 characters or more",
  });
});

test("signing in asks for both fields, and holds an old password to no rule", () => {
  const issues = SignInForm.safeParse({}).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual(["E-mail is required", "Password is required"]);
  expect(SignInForm.parse({ email: " ann@city.test ", password: "short" })).toEqual({
    email: "ann@city.test",
    password: "short",
  });
});

test("a name is trimmed, an empty one is none, and one of 101 characters is refused", () => {
  expect(ProfileForm.parse({ firstName: " Ann ", lastName: "  " })).toEqual({
    firstName: "Ann",
    lastName: null,
  });
  expect(ProfileForm.safeParse({ firstName: "n".repeat(101) }).error?.issues[0]?.message).toBe(
    "Keep this to 100 characters or fewer",
  );
});

test.each([0, -1, 1.5, Number.NaN, "1", undefined])("%o is no session", (sessionId) => {
  expect(EndSessionForm.safeParse({ sessionId }).success).toBe(false);
});
