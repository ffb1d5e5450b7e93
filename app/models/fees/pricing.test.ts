import { expect, test } from "vitest";
import { calculateAmount, formatRate } from "./pricing";

const percentage = { pricingType: "percentage", rate: 550 } as const;
const hourly = { pricingType: "hourly", rate: 12_500 } as const;

test("rates are formatted as percentages or dollars per hour", () => {
  expect([formatRate(percentage), formatRate(hourly)]).toEqual(["5.50%", "$125.00/hr"]);
});

test.each([
  [percentage, "$1,234.50", 6_790], // 6789.75
  [percentage, "0", 0],
  [hourly, "1.25", 15_625],
  [hourly, ".5 h", 6_250],
])("an amount is calculated to the cent", (pricing, quantity, amount) =>
  expect(calculateAmount(pricing, quantity)).toEqual({ amount }),
);

test.each([
  [undefined, "5", "pricingId", "Choose a service"],
  [percentage, " ", "quantity", "Enter the base amount"],
  [hourly, "", "quantity", "Enter the hours"],
  [percentage, "abc", "quantity", "Enter an amount like 1,234.50"],
  [hourly, "-1", "quantity", "Hours are between 0 and 99,999.99"],
  [
    { pricingType: "hourly", rate: 9_999_999 } as const,
    "99999",
    "quantity",
    "An amount is between $0.00 and $99,999,999.99",
  ],
])("an invalid field returns a message for that field", (pricing, quantity, field, problem) =>
  expect(calculateAmount(pricing, quantity)).toEqual({ field, problem }),
);
