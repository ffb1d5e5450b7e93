import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { storeBytes } from "~/models/files/plan-file-store.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { rendered } from "~/testing/rendered";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { loadPortalPermit } from "../../portal/parts/load-portal-permit.server";
import { PortalPermitPage } from "../../portal/parts/portal-permit-cards";
import { loadPermitReview } from "../../review/parts/load-review.server";
import { ReviewPage } from "../../review/parts/review-page";
import { loadPermitDetail } from "./load-permit.server";
import { PermitPage } from "./permit-view";

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

type Load = (viewer: Viewer, id: number, url: URL) => Promise<ReactNode>;
const pages: [string, string, Load][] = [
  [
    "/permits",
    "/api/files/:file/download",
    async (...request) => <PermitPage detail={await loadPermitDetail(...request)} />,
  ],
  [
    "/employee-dashboard/permits",
    "/api/files/:file/download",
    async (...request) => <ReviewPage review={await loadPermitReview(...request)} />,
  ],
  [
    "/oakvilles/permits",
    "/api/files/download/:file",
    async (...request) => <PortalPermitPage detail={await loadPortalPermit(...request)} />,
  ],
];

test.each(pages)("the download button of %s/7 opens a new tab", async (base, download, page) => {
  const address = `${base}/${permit.id}`;
  const html = rendered(
    await page(administrator, permit.id, new URL(`http://localhost:3000${address}`)),
    address,
  );
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
