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
  ["the form that edits what the page shows", comment, "/permits/7", "/permits/7/edit", true],
  ["the page that was edited", comment, "/permits/7/edit", "/permits/7", true],
  ["a form that was refused", comment, "/permits/7?comment", "/permits/7?comment=", false],
  ["a dialog over the form", comment, "/permits/7", "/permits/7/corrections/library", false],
  ["earlier comments, from a comment", comment, "/permits/7", "/permits/7?before=90", false],
  ["earlier comments, from a reply", reply, "/permits/7", "/permits/7?before=90", true],
  ["newest comments, from a reply", reply, "/permits/7?before=90", "/permits/7", true],
  ["the files of another cycle, from a comment", comment, "/permits/7", "/permits/7?reviewCycle=PC1", false],
  ["the files of another cycle, from an upload", upload, "/permits/7", "/permits/7?reviewCycle=PC1", true],
  ["more corrections", comment, "/permits/7", "/permits/7?more=40#corrections", false],
  ["the page under a dialog, from the page", comment, "/permits/7/corrections/library", "/permits/7", false],
  ["another page, from under a dialog", comment, "/permits/7/corrections/library", "/permits", true],
  ["the page under a dialog", inDialog, "/permits/7/corrections/library", "/permits/7", true],
  [
    "a search in a dialog",
    inDialog,
    "/permits/7/corrections/library",
    "/permits/7/corrections/library?q=beam",
    true,
  ],
  [
    "another discipline in a dialog",
    inDialog,
    "/permits/7/corrections/library?dialogDiscipline=Fire",
    "/permits/7/corrections/library?dialogDiscipline=Energy",
    true,
  ],
  [
    "the dialog itself",
    inDialog,
    "/permits/7/corrections/library",
    "/permits/7/corrections/library#top",
    false,
  ],
])("going to %s loses the form: %s %s %s is %s", (_, form, from, to, lost) => {
  const isUnderDialog = from.startsWith("/permits/7/corrections/library");
  const page = isUnderDialog ? "/permits/7" : at(from).pathname;
  const state = to.includes("/library") ? { page: "/permits/7" } : undefined;
  expect(isLost(form, page, at(from), { ...at(to), state })).toBe(lost);
});
