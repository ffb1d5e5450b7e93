import { expect, test } from "vitest";
import { formatPhone, formatPhoneWhileTyping, phoneLink } from "./phone";

test.each([
  "7075550123",
  "707-555-0123",
  "(707) 555-0123",
  "707.555.0123",
  " 707 555 0123 ",
  "17075550123",
  "+1 (707) 555-0123",
])("%s is formatted as (707) 555-0123", (typed) => {
  expect(formatPhone(typed)).toBe("(707) 555-0123");
});

test.each([
  ["direction marks", "\u200e(707) 555-0123\u200f", "(707) 555-0123"],
  ["an embedding of a directory", "\u202a707-555-0123\u202c", "(707) 555-0123"],
  ["no-break hyphens", "707\u2011555\u20110123", "(707) 555-0123"],
  ["en dashes", "707\u2013555\u20130123", "(707) 555-0123"],
  ["a minus sign", "707\u2212555\u22120123", "(707) 555-0123"],
  ["no-break and narrow spaces", "707\u00a0555\u202f0123", "(707) 555-0123"],
  ["slashes", "707/555-0123", "(707) 555-0123"],
  ["a link", "tel:+1-707-555-0123", "(707) 555-0123"],
  ["a link with an extension", "tel:+17075550123;ext=12", "(707) 555-0123 x12"],
  ["an x", "707-555-0123 x12", "(707) 555-0123 x12"],
  ["an x without a blank", "7075550123x12", "(707) 555-0123 x12"],
  ["an abbreviation", "(707) 555-0123 ext. 12", "(707) 555-0123 x12"],
  ["a word", "(707) 555-0123, extension 1234", "(707) 555-0123 x1234"],
  ["a number sign", "(707) 555-0123 #7", "(707) 555-0123 x7"],
  ["wide digits", "７０７-５５５-０１２３", "(707) 555-0123"],
  ["the form that is stored", "(707) 555-0123 x12", "(707) 555-0123 x12"],
])("a number with %s is read", (_, typed, stored) => {
  expect(formatPhone(typed)).toBe(stored);
});

test.each([
  "",
  "707555012",
  "27075550123",
  "707555012345",
  "call 7075550123",
  "707555012x",
  "7075550123 x",
  "7075550123 x1234567",
  "x12",
  "٧٠٧٥٥٥٠١٢٣",
  "+49 30 123456",
  "+4930123456",
  "011 49 30 1234",
])("%o is not a phone number", (typed) => {
  expect(formatPhone(typed)).toBeUndefined();
});

test("the link of a number dials its extension too", () => {
  expect(phoneLink("(707) 555-0123")).toBe("tel:+17075550123");
  expect(phoneLink("(707) 555-0123 x12")).toBe("tel:+17075550123;ext=12");
  expect(phoneLink("+49 30 1234567890")).toBeUndefined();
});

test("a number is formatted while it is typed", () => {
  let field = "";
  const steps = [..."7075550123"].map((digit) => {
    field = formatPhoneWhileTyping(field + digit);
    return field;
  });
  expect(steps).toEqual([
    "7",
    "70",
    "707",
    "(707) 5",
    "(707) 55",
    "(707) 555",
    "(707) 555-0",
    "(707) 555-01",
    "(707) 555-012",
    "(707) 555-0123",
  ]);
});

test("a leading 1 is removed when the number is complete", () => {
  expect(formatPhoneWhileTyping("(170) 755-50123")).toBe("(707) 555-0123");
});

test.each(["(707) 555-01234", "call me", "(707) 555-0123 x1", "+49 30 12", "+49 30 1234567890"])(
  "any other text stays as typed: %s",
  (typed) => {
    expect(formatPhoneWhileTyping(typed)).toBe(typed);
  },
);
