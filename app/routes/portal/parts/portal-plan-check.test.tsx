import { expect, test } from "vitest";
import { rendered, textOf } from "~/testing/rendered";
import { PortalPlanCheck } from "./portal-plan-check";

test("the card names the cycle, its state and the day of the plans, and the same of the other cycles", () => {
  const card = (others: { reviewCycle: "PC1"; word: string; received: string }[]) =>
    textOf(
      rendered(
        <PortalPlanCheck
          letters={null}
          permitId={1}
          page="/oakvilles/permits/1"
          planChecks={{
            current: { reviewCycle: "PC2", word: "In review", received: "Nov 20, 2026" },
            others,
          }}
        />,
      ),
    );
  expect(card([])).toBe("Plan check PC2 In review Plans received Nov 20, 2026");
  expect(card([{ reviewCycle: "PC1", word: "Closed", received: "Nov 2, 2026" }])).toBe(
    "Plan check PC2 In review Plans received Nov 20, 2026 PC1 Closed Plans received Nov 2, 2026",
  );
});
