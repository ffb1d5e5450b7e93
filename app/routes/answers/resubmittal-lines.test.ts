import { beforeEach, expect, test, vi } from "vitest";
import { type AnsweredItem, returnOf, saveAnswers } from "~/models/answers/answer.server";
import { returnResubmittal, sendResubmittal } from "~/models/answers/resubmittal.server";
import { correctionPageSize } from "~/models/corrections/correction";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { env } from "~/platform/env.server";
import { issueLetter, makeDecidedPermit } from "~/testing/test-letters";
import { makeCity, makeCorrections, makeViewer, switchCorrections } from "~/testing/test-rows";
import { loadPermitLetters } from "../permits/parts/load-permit-letters.server";
import { unansweredIn } from "./parts/load-answers.server";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let permitId: number;

beforeEach(async () => {
  administrator = await makeViewer("admin", { name: "Dana Park" });
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  const { permit, first } = await makeDecidedPermit(administrator, reviewer, cityId);
  permitId = permit.id;
  await issueLetter(administrator, permitId);
  await saveAnswers(clerk, permitId, "PC1", [{ correctionId: first, text: "Revised", sheet: null }]);
});

const send = async (viewer: Viewer) => {
  const stored = await storeBytes(Buffer.from("%PDF-1.7 revised"));
  const files = [{ ...stored, fileName: "A-101.pdf", kind: "pdf" as const }];
  await sendResubmittal(viewer, permitId, "PC1", { files });
};

test.each([
  ["an employee", () => administrator, env.PROVIDER_NAME, "Dana Park"],
  ["a user of the city", () => clerk, "Carl Clerk", "Carl Clerk"],
])(
  "the city reads who has sent the resubmittal of %s, as it may know them",
  async (_, sender, forCity, forFirm) => {
    await send(sender());
    const lineFor = async (viewer: Viewer) =>
      (await loadPermitLetters(viewer, await readPermit(viewer, permitId))).answers?.resubmitted;
    expect(await lineFor(clerk)).toMatch(new RegExp(` by ${forCity}$`));
    expect(await lineFor(administrator)).toMatch(new RegExp(` by ${forFirm}$`));
  },
);

test("the remark of a return is read until a corrected letter is out", async () => {
  const remark = async () => returnOf(await readPermit(clerk, permitId))?.returnRemark;
  await send(clerk);
  await returnResubmittal(administrator, permitId, "PC1", { remark: "Sheet A2 is missing" });
  expect(await remark()).toBe("Sheet A2 is missing");
  await reopenPlanCheck(administrator, permitId, "PC1", { reason: "Wrong sheet" });
  expect(await remark()).toBe("Sheet A2 is missing");
  await makeCorrections({ id: permitId }, reviewer, [{}]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 });
  await issueLetter(administrator, permitId);
  vi.useRealTimers();
  expect(await remark()).toBeUndefined();
});

test("what is unanswered is named with its page and its row there", () => {
  const item = (discipline: "Fire" | "Structural", id: number, isAnswered = true) =>
    ({
      discipline,
      item: { id, number: `F-${id}` },
      answer: isAnswered ? { id } : undefined,
    }) as AnsweredItem;
  const items = [
    item("Structural", 500, false),
    ...Array.from({ length: correctionPageSize + 3 }, (_, index) =>
      item("Fire", index, index !== correctionPageSize + 1),
    ),
  ];
  expect(unansweredIn(items)).toEqual([
    { discipline: "Structural", number: "F-500", page: 1, row: 0 },
    { discipline: "Fire", number: `F-${correctionPageSize + 1}`, page: 2, row: 1 },
  ]);
});
