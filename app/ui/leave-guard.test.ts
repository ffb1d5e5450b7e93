import type { Location } from "react-router";
import { expect, test } from "vitest";
import { isLost } from "./leave-guard";

const formOf = (shownBy?: string, dialog?: object) =>
  ({ dataset: { shownBy }, closest: () => dialog ?? null }) as unknown as HTMLFormElement;
const comment = formOf();
const reply = formOf("before");
const upload = formOf("reviewCycle");
const inDialog = formOf(undefined, {});

const at = (address: string) => {
  const { pathname, search } = new URL(address, "http://localhost");
  return { pathname, search } as Location;
};

test.each([
  ["another page", comment, "/permits/7", "/permits/8", true],
  ["the form that edits the page", comment, "/permits/7", "/permits/7?edit", true],
  ["the page that was edited", comment, "/permits/7?edit", "/permits/7", true],
  ["a form that was refused", comment, "/permits/7?edit", "/permits/7?edit=", false],
  ["a dialog over the form", comment, "/permits/7", "/permits/7?dialog=notes", false],
  ["earlier comments, from a comment", comment, "/permits/7", "/permits/7?before=90", false],
  ["earlier comments, from a reply", reply, "/permits/7", "/permits/7?before=90", true],
  ["newest comments, from a reply", reply, "/permits/7?before=90", "/permits/7", true],
  ["the files of another cycle, from a comment", comment, "/permits/7", "/permits/7?reviewCycle=PC1", false],
  ["the files of another cycle, from an upload", upload, "/permits/7", "/permits/7?reviewCycle=PC1", true],
  ["more corrections", comment, "/permits/7", "/permits/7?more=40#corrections", false],
  ["the page under a dialog", inDialog, "/permits/7?dialog=standard", "/permits/7", true],
  ["a search in a dialog", inDialog, "/permits/7?dialog=standard", "/permits/7?dialog=standard&q=beam", true],
  [
    "another discipline in a dialog",
    inDialog,
    "/permits/7?dialog=standard&dialogDiscipline=Fire",
    "/permits/7?dialog=standard&dialogDiscipline=Energy",
    true,
  ],
  ["the dialog itself", inDialog, "/permits/7?dialog=standard", "/permits/7?dialog=standard#top", false],
])("going to %s loses the form: %s %s %s is %s", (_, form, from, to, lost) => {
  expect(isLost(form, at(from), at(to))).toBe(lost);
});
