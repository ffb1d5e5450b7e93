import { expect, test } from "vitest";
import { submissionStatusSuggester } from "./submission-status";

/** A form with a status, in which fields change one after another. */
function formWith(value: string) {
  const status = { value };
  const suggest = submissionStatusSuggester();
  return {
    status,
    tick: (checked: boolean) => suggest({ name: "usesCorrections", checked }, status),
    choose: (chosen: string) => {
      status.value = chosen;
      suggest({ name: "submissionStatus", checked: false }, status);
    },
  };
}

test("switching corrections on and off again restores the status", () => {
  const { status, tick } = formWith("approved");
  for (let count = 0; count < 2; count += 1) {
    tick(true);
    expect(status.value).toBe("in_process");
    tick(false);
    expect(status.value).toBe("approved");
  }
});

test.each(["hold", "in_process"])("keeps %s, which the user chose since", (chosen) => {
  const { status, tick, choose } = formWith("approved");
  tick(true);
  choose(chosen);
  tick(false);
  expect(status.value).toBe(chosen);
});

test("keeps the status of a city whose corrections are only switched off", () => {
  const { status, tick } = formWith("hold");
  tick(false);
  expect(status.value).toBe("hold");
});
