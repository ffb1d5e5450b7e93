import { expect, test } from "vitest";
import { fullName, initials, splitName } from "./person";

test("initials are the first letters of the first and last name", () => {
  expect(initials({ firstName: "dana", lastName: "price", email: "x@redline.test" })).toBe("DP");
});

test("a single name has one initial", () => {
  expect(initials({ firstName: "Élodie", lastName: " " })).toBe("É");
});

test("a person without names has the first letter of the email, or U without an email", () => {
  expect(initials({ firstName: null, lastName: "", email: "maria@redline.test" })).toBe("M");
  expect(initials({})).toBe("U");
});

test("a full name leaves out missing names", () => {
  expect(fullName({ firstName: " Maria ", lastName: "Lopez" })).toBe("Maria Lopez");
  expect(fullName({ firstName: null, lastName: "Lopez" })).toBe("Lopez");
  expect(fullName({})).toBe("");
});

test.each([
  ["Dana Price", "Dana", "Price"],
  ["  Dana   van der  Price ", "Dana", "van der Price"],
  ["Cher", "Cher", null],
  ["", "", null],
])("%j is split into the first name %j and the last name %j", (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});
