import { expect, test } from "vitest";
import { fullName, initials, splitName } from "./person";

test("initials are the first letters of both names", () => {
  expect(initials({ firstName: "dana", lastName: "price", email: "x@redline.test" })).toBe("DP");
});

test("one name alone gives one letter", () => {
  expect(initials({ firstName: "Élodie", lastName: " " })).toBe("É");
});

test("without names the e-mail gives its first letter, and without that U stands", () => {
  expect(initials({ firstName: null, lastName: "", email: "maria@redline.test" })).toBe("M");
  expect(initials({})).toBe("U");
});

test("a full name leaves out what is missing", () => {
  expect(fullName({ firstName: " Maria ", lastName: "Lopez" })).toBe("Maria Lopez");
  expect(fullName({ firstName: null, lastName: "Lopez" })).toBe("Lopez");
  expect(fullName({})).toBe("");
});

test.each([
  ["Dana Price", "Dana", "Price"],
  ["  Dana   van der  Price ", "Dana", "van der Price"],
  ["Cher", "Cher", null],
  ["", "", null],
])("the name %j is the first name %j and the last name %j", (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});
