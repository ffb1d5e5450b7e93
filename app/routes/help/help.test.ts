import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/models/policy";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor } from "~/testing/send-form";
import { makeCity, makeViewer } from "~/testing/test-rows";

const viewers: Record<string, Viewer> = {};

beforeAll(async () => {
  viewers.administrator = await makeViewer("admin");
  viewers.reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  viewers.city = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** The page's own part, without the frame that all pages have. */
async function open(role: string, path: string) {
  const response = await requestHtml(path, await cookieFor(viewers[role] as Viewer));
  expect(response.status, path).toBe(200);
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(await response.text()) ?? [];
  return main;
}

const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`\\b${attribute}="([^"]*)"`, "g"))].map(([, value = ""]) => value);

describe.each([
  ["administrator", ["/help", "/help/glossary", "/help/settings"]],
  ["reviewer", ["/help", "/help/glossary"]],
  ["city", ["/help", "/help/glossary"]],
])("the help of the %s", (role, paths) => {
  test("links only to its own pages, and to headings and files that exist", async () => {
    const pages = new Map<string, string>();
    for (const path of paths) pages.set(path, await open(role, path));
    for (const [path, html] of pages) {
      for (const href of valuesOf(html, "href")) {
        const [page, anchor] = href.split("#");
        const target = pages.get(page || path);
        expect(target, `${path}: ${href}`).toBeDefined();
        if (anchor) expect(valuesOf(target ?? "", "id"), `${path}: ${href}`).toContain(anchor);
      }
      for (const [picture] of html.matchAll(/<img[^>]*>/g)) {
        expect(existsSync(`.${valuesOf(picture, "src")[0]}`), picture).toBe(true);
        expect(valuesOf(picture, "alt")[0], picture).toMatch(/\w+ \w+/);
      }
    }
  });

  test("has no sign of Markdown, and headings without a gap", async () => {
    for (const path of paths) {
      const html = await open(role, path);
      expect(textOf(html.replace(/<code>.*?<\/code>/gs, "")), path).not.toMatch(/\*\*|\]\(|^#|`|&\w+;/m);
      const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
      expect(levels[0], path).toBe(1);
      for (const [index, level] of levels.slice(1).entries())
        expect(level - (levels[index] ?? 0), path).toBeLessThanOrEqual(1);
    }
  });
});

test("the firm reads the whole guide, and a city its own part", async () => {
  for (const role of ["administrator", "reviewer"]) {
    const guide = await open(role, "/help");
    for (const title of ["A reviewer's day", "An administrator's day", "A city's day"])
      expect(textOf(guide)).toContain(title);
    expect(guide.match(/<img/g)?.length).toBeGreaterThan(5);
  }
  const guide = await open("city", "/help");
  expect([...guide.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => textOf(title ?? ""))).toEqual([
    "A city's day",
    "Signing in with a code",
  ]);
  expect(textOf(guide)).toContain("Hand over to applicant");
});

test("the glossary has the words of the field, without those of the code", async () => {
  const glossary = textOf(await open("city", "/help/glossary"));
  expect(glossary).toMatch(/Back-check Comparing resubmitted plans with the corrections/);
  for (const other of ["Avoid", "Idempotency key", "planCheck", "recheck"])
    expect(glossary).not.toContain(other);
});
