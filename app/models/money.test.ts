import { describe, expect, test } from "vitest";
import { decimalText } from "./decimal-text";
import { formatAmount, hoursAt, parseAmount, parseDecimal, percentageOf } from "./money";

describe("a typed amount", () => {
  test.each([
    ["1,234.50", 123_450],
    ["1234.5", 123_450],
    ["$12", 1_200],
    ["$ 1,000,000.01", 100_000_001],
    [" 12.5 ", 1_250],
    ["12.", 1_200],
    [".5", 50],
    ["0", 0],
    ["0.07", 7],
    ["1.15", 115],
    ["007", 700],
    ["99,999,999.99", 9_999_999_999],
  ])("%s is %d cents", (text, cents) => expect(parseAmount(text)).toEqual({ hundredths: cents }));

  test.each([
    ["abc", "Enter an amount like 1,234.50"],
    ["", "Enter an amount like 1,234.50"],
    [".", "Enter an amount like 1,234.50"],
    ["$", "Enter an amount like 1,234.50"],
    ["1e9", "Enter an amount like 1,234.50"],
    ["0x10", "Enter an amount like 1,234.50"],
    ["NaN", "Enter an amount like 1,234.50"],
    ["12,50", "Enter an amount like 1,234.50"],
    ["1,23,456", "Enter an amount like 1,234.50"],
    ["1 000", "Enter an amount like 1,234.50"],
    ["--1", "Enter an amount like 1,234.50"],
    ["١٢", "Enter an amount like 1,234.50"],
    ["12.345", "Use two decimals at most: an amount like 1,234.50"],
    ["12.340", "Use two decimals at most: an amount like 1,234.50"],
    ["-1", "An amount is between $0.00 and $99,999,999.99"],
    ["-$5", "An amount is between $0.00 and $99,999,999.99"],
    ["1000000000", "An amount is between $0.00 and $99,999,999.99"],
    ["100,000,000.00", "An amount is between $0.00 and $99,999,999.99"],
    ["9".repeat(400), "An amount is between $0.00 and $99,999,999.99"],
  ])("%s is rejected", (text, problem) => expect(parseAmount(text)).toEqual({ problem }));
});

test.each([
  ["percentage", "5.50%", 550],
  ["percentage", "100", 10_000],
  ["hourlyRate", "$125.00/hr", 12_500],
  ["hourlyRate", "125", 12_500],
  ["hours", "1.25 h", 125],
] as const)("a typed %s can include its unit: %s", (kind, text, hundredths) =>
  expect(parseDecimal(kind, text)).toEqual({ hundredths }),
);

test.each([
  ["percentage", "101", "A percentage is between 0 and 100"],
  ["percentage", "100.01", "A percentage is between 0 and 100"],
  ["percentage", "$5", "Enter a percentage like 5.50"],
  ["hourlyRate", "5%", "Enter an hourly rate like 125.00"],
  ["hourlyRate", "100000", "An hourly rate is between $0.00 and $99,999.99"],
  ["hours", "1.255", "Use two decimals at most: hours like 1.25"],
  ["hours", "100000", "Hours are between 0 and 99,999.99"],
] as const)("as %s, %s is rejected", (kind, text, problem) =>
  expect(parseDecimal(kind, text)).toEqual({ problem }),
);

test.each([
  [0, "0.00", "$0.00"],
  [7, "0.07", "$0.07"],
  [123_450, "1234.50", "$1,234.50"],
  [9_999_999_999, "99999999.99", "$99,999,999.99"],
  [-250, "-2.50", "-$2.50"],
  [900_719_925_474_099, "9007199254740.99", "$9,007,199,254,740.99"],
])("%d cents are formatted exactly", (cents, decimal, formatted) => {
  expect(decimalText(cents)).toBe(decimal);
  expect(formatAmount(cents)).toBe(formatted);
});

test("a formatted amount is parsed to the same amount", () => {
  for (let cents = 0; cents < 20_000; cents += 7)
    expect(parseAmount(formatAmount(cents))).toEqual({ hundredths: cents });
});

test.each([
  [10_000, 550, 550],
  [1_000, 550, 55],
  [100, 550, 6], // 5.5 cents
  [90, 550, 5], // 4.95
  [81, 550, 4], // 4.455
  [1, 5_000, 1], // half a cent
  [1, 4_999, 0],
  [9_999_999_999, 10_000, 9_999_999_999],
  [9_999_999_999, 9_999, 9_998_999_999],
])("of %d cents, %d hundredths of a percent are %d cents", (base, percentage, cents) =>
  expect(percentageOf(base, percentage)).toBe(cents),
);

test.each([
  [125, 12_500, 15_625],
  [25, 12_501, 3_125], // 3125.25
  [50, 12_501, 6_251], // 6250.5
  [33, 100, 33],
  [9_999_999, 9_999_999, 999_999_800_000],
])("%d hundredths of an hour at %d cents are %d cents", (hours, rate, cents) =>
  expect(hoursAt(hours, rate)).toBe(cents),
);
