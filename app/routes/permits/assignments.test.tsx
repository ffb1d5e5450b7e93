import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "~/models/db.server";
import { employeeDisciplines } from "~/models/tables.server";
import { rendered } from "~/testing/rendered";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { AssignmentEditor } from "./parts/assignment-editor";
import { loadAssignmentEditor } from "./parts/assignment-editor.server";

/** Returns the reviewers that each discipline of a rendered editor offers. */
function offeredIn(html: string): Map<string, string[]> {
  const rows = html.split("<fieldset").slice(1);
  return new Map(
    rows.map((row) => {
      const reviewers = /<select[^>]*\.employeeId"[^>]*>(.*?)<\/select>/.exec(row)?.[1] ?? "";
      const options = [...reviewers.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label = ""]) => label);
      return [/<legend[^>]*>([^<]*)/.exec(row)?.[1] ?? "", options];
    }),
  );
}

test("a discipline offers its certified reviewers by name, and the one who is assigned without being certified", async () => {
  const administrator = await makeViewer("admin");
  const permit = await makePermit(administrator, (await makeCity()).id);
  await makeViewer("employee", { name: "Ada Both", disciplines: ["Fire", "Civil"] });
  await makeViewer("employee", { name: "Bo Civil", disciplines: ["Civil"] });
  const former = await makeViewer("employee", { name: "Cy Former", disciplines: ["Fire"] });
  await assign(permit, former, "Fire");
  await write(
    async (tx) =>
      void (await tx
        .delete(employeeDisciplines)
        .where(eq(employeeDisciplines.employeeId, former.employeeId ?? 0))),
  );

  const editor = await loadAssignmentEditor(administrator, permit.id);
  const offered = offeredIn(rendered(<AssignmentEditor editor={editor} />));
  expect(offered.get("Fire")).toEqual(["No plan reviewer", "Cy Former", "Ada Both (0 open)"]);
  expect(offered.get("Civil")).toEqual(["No plan reviewer", "Ada Both (0 open)", "Bo Civil (0 open)"]);
  expect(offered.get("Plumbing")).toEqual(["No plan reviewer"]);
});

test("after the release of a letter, a review has its status as text instead of a control", async () => {
  const administrator = await makeViewer("admin");
  const cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
  const permit = await makePermit(administrator, cityId);
  const lee = await makeViewer("employee", { disciplines: ["Fire"] });
  await assign(permit, lee, "Fire");
  const statusesIn = async () => {
    const editor = await loadAssignmentEditor(administrator, permit.id);
    const html = rendered(<AssignmentEditor editor={editor} />, `/permits/${permit.id}/assignments`);
    return [html.match(/<select[^>]*\.status"/g)?.length, html.includes(": the letter was released.")];
  };
  const [before] = await statusesIn();
  await makeCorrections(permit, lee, [{}]);
  await issueLetter(administrator, permit.id);
  expect(await statusesIn()).toEqual([Number(before) - 1, true]);
});
