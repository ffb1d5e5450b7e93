import { beforeAll, expect, test } from "vitest";
import {
  createStandardComment,
  deleteStandardComment,
  readForChange,
} from "~/models/plan-review/standard-comment.server";
import type { Viewer } from "~/models/policy";
import { loadStandardComments, standardCommentAction } from "~/pages/plan-review/standard-comments.server";
import { rendered, textOf } from "~/testing/rendered";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { StandardCommentsPage } from "./standard-comments-page";

let administrator: Viewer;
let reviewer: Viewer;
let id: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const cityId = (await makeCity("Oakville")).id;
  const fields = { discipline: "Fire", kind: "correction", codeReference: "CBC 1005.1" } as const;
  const text = `Provide ____ inches. ${"<b>Long</b> ".repeat(50)}`;
  id = (await createStandardComment(administrator, { ...fields, cityId, title: "Exit width", text })).id;
});

async function htmlAt(query: string, viewer = administrator, formResult?: unknown) {
  const address = `/standard-comments${query}`;
  const library = await loadStandardComments(viewer, new URL(address, "http://localhost"));
  return rendered(<StandardCommentsPage library={library} />, address, formResult);
}

test("shows the columns and the beginning of the text", async () => {
  const html = await htmlAt("");
  const text = textOf(html);
  expect(text).toContain("Title Discipline Code Used City Active Actions");
  expect(text).toMatch(/Exit width Provide ____ inches\. .*… Fire CBC 1005\.1 0 Oakville Yes/);
  expect(html).not.toContain("<b>");
  expect(html).toContain('href="/standard-comments.csv"');
  expect(html).toContain(`href="/standard-comments?dialog=edit&amp;id=${id}"`);
});

test("only an administrator gets the buttons that change the library", async () => {
  const html = await htmlAt("?dialog=import", reviewer);
  expect(textOf(html)).toContain("Exit width");
  expect(html).not.toMatch(/href="[^"]*dialog=|<dialog/);
});

test("the links keep the filter, whose chips remove one part each", async () => {
  const html = await htmlAt("?q=exit&discipline=Fire");
  expect(html).toContain("?q=exit&amp;discipline=Fire&amp;dialog=import");
  expect(html).toContain('href="/standard-comments.csv?q=exit&amp;discipline=Fire"');
  expect(html).toContain('href="/standard-comments?discipline=Fire"');
});

test("without a match it says so", async () => {
  expect(textOf(await htmlAt("?q=xyzzy"))).toContain("No standard comments found Try adjusting");
});

test("each dialog has its form", async () => {
  expect(await htmlAt("?dialog=new")).toMatch(
    /<dialog.*name="title".*name="formKey"|name="formKey".*name="title"/,
  );
  expect(await htmlAt(`?dialog=edit&id=${id}`)).toMatch(/name="updatedAt".*value="Exit width"/);
  expect(textOf(await htmlAt(`?dialog=delete&id=${id}`))).toContain("was never used. It will be deleted.");
  const html = await htmlAt("?dialog=import");
  expect(html).toMatch(/enctype="multipart\/form-data"/i);
  expect(html).toContain('type="file"');
});

test("the form of a standard comment that another user deleted keeps the typed text, each time it is sent", async () => {
  const fields = { discipline: "Civil", kind: "note", title: "Slopes", text: "A note" } as const;
  const added = await createStandardComment(administrator, fields);
  const query = `?dialog=edit&id=${added.id}`;
  const { updatedAt } = await readForChange(administrator, added.id);
  await deleteStandardComment(administrator, added.id);
  const versions: Record<string, string>[] = [{ updatedAt }, {}];
  for (const version of versions) {
    const url = new URL(`http://localhost/standard-comments${query}`);
    const body = new URLSearchParams({ ...fields, text: "Typed for an hour", ...version });
    const request = new Request(url, { method: "POST", body });
    const { data } = (await standardCommentAction({ request, viewer: administrator, url })) as never;
    const text = textOf(await htmlAt(query, administrator, data));
    expect(text).toMatch(/Edit standard comment.*Standard comment not found.*Typed for an hour/);
  }
});

test("a refused import lists its bad rows above the file", async () => {
  const url = new URL("http://localhost/standard-comments?dialog=import");
  const body = new FormData();
  const rows = "Zoning,note,A,,x,\nCivil,Advice,B,,x,";
  body.append("file", new File([`discipline,kind,title,codeReference,text,city code\n${rows}`], "a.csv"));
  body.append("updatesEqual", "on");
  const request = new Request(url, { method: "POST", body });
  const result = await standardCommentAction({ request, viewer: administrator, url });
  const html = await htmlAt("?dialog=import", administrator, (result as { data: unknown }).data);
  expect(textOf(html)).toContain(
    'There is a problem Row 2: Discipline "Zoning" is not known Row 3: Kind "Advice" is not known',
  );
  expect(textOf(html)).toContain("Nothing was imported. Correct the rows above.");
  expect(html).toMatch(/name="updatesEqual"[^>]*checked/);
});
