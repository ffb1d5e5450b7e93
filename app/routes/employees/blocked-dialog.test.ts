import { beforeAll, expect, test } from "vitest";
import { updateAssignment } from "~/models/assignments/assignment.server";
import type { Viewer } from "~/models/policy";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor } from "~/testing/send-form";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";

const viewers: Record<string, Viewer> = {};

beforeAll(async () => {
  const administrator = await makeViewer("admin", { name: "Dana Admin", disciplines: ["Fire"] });
  const cityId = (await makeCity()).id;
  const review = async (reviewer: Viewer, isDone: boolean) => {
    const assignment = await assign(await makePermit(administrator, cityId), reviewer, "Fire");
    if (isDone) await updateAssignment(administrator, assignment?.id ?? 0, { status: "completed" });
  };
  const reviewer = (name: string) => makeViewer("employee", { name, disciplines: ["Fire"] });
  Object.assign(viewers, {
    own: administrator,
    free: await reviewer("Fay Free"),
    busy: await reviewer("Bea Busy"),
    done: await reviewer("Dan Done"),
    both: await reviewer("Bo Both"),
  });
  await review(administrator, true);
  for (const name of ["busy", "both"]) await review(viewers[name] as Viewer, false);
  for (const name of ["done", "both"]) await review(viewers[name] as Viewer, true);
});

/** The text of the dialog about an employee, and its buttons, each with its tone in brackets. */
async function dialogFor(dialog: string, name: string) {
  const address = `/employees/${viewers[name]?.employeeId}/${dialog}`;
  const page = await requestHtml(address, await cookieFor(viewers.own as Viewer));
  const html = /<dialog.*<\/dialog>/s.exec(await page.text())?.[0] ?? "";
  const buttons = [...html.matchAll(/<(?:a|button)[^>]*class="button ?(\w*)"[^>]*>(.*?)<\/(?:a|button)>/gs)];
  return {
    text: textOf(html),
    buttons: buttons.map(([, tone, content = ""]) => `${textOf(content)}${tone ? ` (${tone})` : ""}`),
  };
}

test.each([
  ["delete", "free", ["Delete Deleting... (danger)"]],
  ["delete", "busy", ["Reassign to… (primary)"]],
  ["delete", "done", ["Deactivate instead (primary)"]],
  ["delete", "both", ["Reassign to… (primary)", "Deactivate instead"]],
  ["delete", "own", []],
  ["deactivate", "busy", ["Reassign to… (primary)"]],
  ["deactivate", "done", ["Deactivate Deactivating... (danger)"]],
  ["deactivate", "own", []],
])("the %s dialog for employee %s offers only actions that are possible", async (dialog, name, expected) => {
  expect((await dialogFor(dialog, name)).buttons).toEqual(expected);
});

test("the dialogs about the viewer's own account show why the action is not possible", async () => {
  expect((await dialogFor("delete", "own")).text).toContain("You cannot delete your own account.");
  expect((await dialogFor("deactivate", "own")).text).toContain("You cannot deactivate your own account.");
});
