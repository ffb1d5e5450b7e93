import { beforeAll, expect, test } from "vitest";
import { storeBytes } from "~/models/files/plan-file-store.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { requestHtml } from "~/testing/page-request";
import { cookieFor } from "~/testing/send-form";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";

let administrator: Viewer;
let permit: Permit;
let fileId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  permit = await makePermit(administrator, (await makeCity()).id);
  const stored = await storeBytes(Buffer.from("%PDF-1.7"));
  const file = { ...stored, fileName: "plan.pdf", kind: "pdf" } as const;
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files: [file] });
  fileId = (await listPlanFiles(administrator, permit))[0]?.id ?? 0;
});

test.each([
  ["/permits", "/api/files/:file/download"],
  ["/employee-dashboard/permits", "/api/files/:file/download"],
  ["/oakvilles/permits", "/api/files/download/:file"],
])("the download button of %s/7 opens a new tab", async (base, download) => {
  const page = await requestHtml(`${base}/${permit.id}`, await cookieFor(administrator));
  const html = await page.text();
  const [, attributes = ""] = /<a ([^>]*aria-label="Download plan.pdf"[^>]*)>/.exec(html) ?? [];
  const link = Object.fromEntries(
    [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  expect(link).toEqual({
    href: download.replace(":file", String(fileId)),
    target: "_blank",
    rel: "noopener",
    class: "icon",
    "aria-label": "Download plan.pdf",
    title: "Download plan.pdf",
  });
});
