import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { checkLetterFiles } from "~/models/letters/letter-check.server";
import { drawDraft } from "~/models/letters/letter-draft-pdf.server";
import type { Viewer } from "~/models/policy";
import { letters } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { requestPage } from "~/testing/page-request";
import { readPdf, wholeText } from "~/testing/pdf-reader";
import { refusalOf } from "~/testing/refusals";
import { cookieFor } from "~/testing/send-form";
import { pathOfFile } from "~/testing/stored-files";
import { contextOf, responseAt } from "~/testing/test-addresses";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { sendLetter } from "./letter-download.server";
import { respond } from "./respond.server";

const pdf = "%PDF-1.7 a letter";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let permitId: number;
let number: string;
let letterId: number;

/** A permit with a released letter of PC1. */
beforeAll(async () => {
  const { id: cityId } = await makeCity("Oakville");
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  const permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  permitId = permit.id;
  number = permit.urban37PermitNumber;
  await assign(permit, lee, "Fire");
  await makeCorrections(permit, lee, [{ text: "Show the rated walls" }]);
  letterId = await issueLetter(dana, permitId, await storeBytes(Buffer.from(pdf)));
});

const request = (headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000/api/letters/${letterId}/download`, { headers });
const send = (viewer = clerk, headers = {}) => sendLetter(viewer, letterId, request(headers));

describe("the PDF of a released letter", () => {
  test("is named after the letter, and shown in the browser", async () => {
    for (const viewer of [dana, lee, clerk]) {
      const response = await send(viewer);
      expect([response.status, await response.text()]).toEqual([200, pdf]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "application/pdf",
        "content-length": String(pdf.length),
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        "content-disposition": `inline; filename="${number}-PC1.pdf"; filename*=UTF-8''${number}-PC1.pdf`,
      });
    }
  });

  test("is sent in ranges, and not again to a browser that has it", async () => {
    const range = await send(clerk, { range: "bytes=0-7" });
    expect([range.status, await range.text()]).toEqual([206, "%PDF-1.7"]);
    const hash = createHash("sha256").update(pdf).digest("hex");
    expect((await send(clerk, { "if-none-match": `"${hash}"` })).status).toBe(304);
  });

  test("is 404 for another city's user, and for a letter that does not exist", async () => {
    expect((await refusalOf(send(foreigner))).status).toBe(404);
    expect((await refusalOf(sendLetter(dana, 999_999, request()))).status).toBe(404);
  });

  test("that is missing on the server is 410, with a line in the log", async () => {
    const stored = await storeBytes(Buffer.from("%PDF-1.7 lost"));
    const lost = await issueLetter(dana, permitId, stored);
    rmSync(pathOfFile(stored.fileKey));
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const sent = { params: { id: String(lost) }, context: await contextOf(clerk) };
    const response = (await responseAt(respond, "/api/letters/:id/download", sent)) as Response;
    expect(response.status).toBe(410);
    expect(await response.json()).toEqual({ message: "This file is missing" });
    expect(logged.mock.calls.flat().map(String)).toContainEqual(
      expect.stringContaining(`The PDF of letter ${lost} (${number}-PC1-2) is missing`),
    );
    logged.mockRestore();
  });
});

test("the PDF of a released letter that was cut on the server is damaged, also before a check", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stored = await storeBytes(Buffer.from("%PDF-1.7 complete"));
  const cut = await issueLetter(dana, permitId, stored);
  writeFileSync(pathOfFile(stored.fileKey), "%PDF-1.7");
  expect(await refusalOf(sendLetter(clerk, cut, request()))).toMatchObject({
    status: 410,
    message: "This file is damaged. Ask your administrator to restore it",
  });
  expect(logged.mock.calls.flat().map(String).join()).toMatch(/The PDF of letter \d+ \(.*\) is changed/);
  logged.mockRestore();
});

test("the PDF of a released letter that was changed on the server is 410, until it is restored", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const bytes = Buffer.from("%PDF-1.7 right");
  const stored = await storeBytes(bytes);
  const changed = await issueLetter(dana, permitId, stored);
  writeFileSync(pathOfFile(stored.fileKey), "%PDF-1.7 wrong");
  await checkLetterFiles(0);
  const refusal = await refusalOf(sendLetter(clerk, changed, request()));
  expect([refusal.status, refusal.message]).toEqual([
    410,
    "This file is damaged. Ask your administrator to restore it",
  ]);
  writeFileSync(pathOfFile(stored.fileKey), bytes);
  expect(await (await sendLetter(clerk, changed, request())).text()).toBe("%PDF-1.7 right");
  logged.mockRestore();
});

describe("the PDF of a letter before its release", () => {
  const draftFor = async (viewer: Viewer) =>
    requestPage(`/permits/${permitId}/letter.pdf`, await cookieFor(viewer));

  test("says on each page that it is a draft, and is not stored", async () => {
    const before = await db.select().from(letters).where(eq(letters.permitId, permitId));
    const response = await draftFor(lee);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${number}-PC1-${before.length + 1}-draft.pdf"; filename*=UTF-8''${number}-PC1-${before.length + 1}-draft.pdf`,
      // A released letter's.
      "content-security-policy": (await send()).headers.get("content-security-policy"),
      "cache-control": "private, no-store",
    });
    const { artifacts, root } = readPdf(await response.bytes());
    for (const page of artifacts) expect(page[0]).toBe("DRAFT");
    expect(wholeText(root)).toContain("Show the rated walls");
    expect(await db.select().from(letters).where(eq(letters.permitId, permitId))).toEqual(before);
  });

  test("does not exist outside the firm", async () => {
    for (const viewer of [clerk, foreigner]) {
      expect((await draftFor(viewer)).status).toBe(403);
      expect((await refusalOf(drawDraft(viewer, permitId))).status).toBe(404);
    }
  });
});
