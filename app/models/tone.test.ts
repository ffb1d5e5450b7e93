import { expect, test } from "vitest";
import { employeeTone, employeeTones } from "./tone";

test("eight consecutive employees have eight tones, and the ninth has the tone of the first", () => {
  const tones = Array.from({ length: 9 }, (_, index) => employeeTone(index + 1));
  expect(new Set(tones.slice(0, 8)).size).toBe(8);
  expect(tones[8]).toBe(tones[0]);
});

test("no employee has the tone for overdue", () => {
  expect(employeeTones).not.toContain("red");
});
