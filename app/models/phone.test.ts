import { expect, test } from "vitest";
import { formatPhone, formatPhoneWhileTyping } from "./phone";

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

test.each(["", "707555012", "27075550123", "707555012345", "call 7075550123", "707555012x", "٧٠٧٥٥٥٠١٢٣"])(
  "%o is not a phone number",
  (typed) => {
    expect(formatPhone(typed)).toBeUndefined();
  },
);

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

test.each(["(707) 555-01234", "call me", "+49 30 1234567890"])(
  "any other text stays as typed: %s",
  (typed) => {
    expect(formatPhoneWhileTyping(typed)).toBe(typed);
  },
);
