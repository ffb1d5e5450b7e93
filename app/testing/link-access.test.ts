import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { saveAnswers } from "~/models/answers/answer.server";
import { sendResubmittal } from "~/models/answers/resubmittal.server";
import { updateCity } from "~/models/cities/city.server";
import { now, today } from "~/models/clock.server";
import { storePicture } from "~/models/files/picture-store.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { makeStatusLink, revokeStatusLinks } from "~/models/status-links/status-link.server";
import { countRead } from "~/models/status-links/status-link-limits.server";
import { cities, planFiles, statusLinks } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { requestHtml, requestPage } from "./page-request";
import { leaves } from "./route-addresses";
import { makeApplicant } from "./test-applicants";
import { addLetterPicture, issueLetter } from "./test-letters";
import { assign, makeCity, makeCorrections, makePermit, makeViewer, switchCorrections } from "./test-rows";

// All requests of a test come from one address; the limits have a test of their own.
vi.mock(import("~/models/status-links/status-link-limits.server"));

/** Who comes by a link: those of the permit, and one of another permit in the same city. */
const links = ["valid", "revoked", "expired", "other"] as const;
type Link = (typeof links)[number];

/**
 * The status that each link gets at each address below it. The rows are those of the first permit: with the link of
 * another one they do not exist. "unknown" tokens are as revoked ones.
 */
const table = `
                                      valid revoked expired other
GET                                     200     404     404   200
GET /letters/:letter                    200     404     404   404
GET /letters/:letter/pdf                200     404     404   404
POST /letters/:letter/pdf               405     405     405   405
GET /letters/:letter/pictures/:cutOut   200     404     404   404
POST /letters/:letter/pictures/:cutOut  405     405     405   405
GET /letters/:unreleased                404     404     404   404
GET /letters/:unreleased/pdf            404     404     404   404
GET /files/:file                        200     404     404   404
GET /files/:file?inline                 200     404     404   404
POST /files/:file                       405     405     405   405
GET /files/:internal                    404     404     404   404
GET /files/:markedUp                    404     404     404   404
GET /logo/:logo                         200     404     404   200
GET /logo/:otherLogo                    404     404     404   404
POST /logo/:logo                        405     405     405   405
GET /answers                            200     404     404   404
GET /answers?discipline=Structural      200     404     404   404
GET /answers.csv                        200     404     404   404
POST /answers.csv                       405     405     405   405
POST /answers?save                      302     404     404   409
POST /answers?table                     302     404     404   404
GET /answers/send                       200     404     404   404
POST /answers/send                      302     404     404   409
GET /answers/one                        405     405     405   405
POST /answers/one                       200     404     404   409
GET /staged-files                       405     405     405   405
POST /staged-files                      200     404     404   409
GET /staged-files/:upload               404     404     404   409
POST /staged-files/:upload              405     405     405   405
`;

const rows = table
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [method = "", ...cells] = line.trim().split(/ +/);
    const path = cells[0]?.startsWith("/") ? (cells.shift() ?? "") : "";
    const expected = Object.fromEntries(links.map((link, index) => [link, Number(cells[index])]));
    return { method, path, expected };
  });

let administrator: Viewer;
let reviewer: Viewer;
let cityId: number;
let logo: string;
let otherLogo: string;
const plan = Buffer.from("%PDF-1.7 by link");

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Structural"] });
  const { default: sharp } = await import("sharp");
  const pictureOf = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  logo = await storePicture(await pictureOf("red"));
  otherLogo = await storePicture(await pictureOf("blue"));
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  await updateCity(administrator, cityId, { logoPath: logo });
  await updateCity(administrator, (await makeCity()).id, { logoPath: otherLogo });
});

async function addFile(
  permitId: number,
  origin: "submitted" | "marked_up" | "internal",
  reviewCycle: "PC1" | "PC2",
) {
  const stored = await storeBytes(plan);
  const fields = { permitId, origin, reviewCycle, fileName: "A-101.pdf", kind: "pdf" } as const;
  const [file] = await write((tx) =>
    tx
      .insert(planFiles)
      .values({ ...fields, uploadedAt: now(), ...stored })
      .returning(),
  );
  return file?.id ?? 0;
}

/** A permit whose letter is with the applicant, with its rows by the names of the table and the form that answers it. */
async function makeScene() {
  const { id } = await makePermit(administrator, cityId);
  await assign({ id }, reviewer, "Structural");
  const [correctionId = 0] = await makeCorrections({ id }, reviewer, [{ discipline: "Structural" }]);
  const letter = await issueLetter(administrator, id, await storeBytes(plan));
  const cutOut = (await addLetterPicture(letter, "cut-out")).sha256;
  await handOverLetter(administrator, id, "PC1", { handedOverOn: today() });
  const unreleased = await withTheCity();
  return {
    id,
    correctionId,
    ids: {
      ...{ letter, cutOut, unreleased, logo, otherLogo, upload: "unknown" },
      file: await addFile(id, "submitted", "PC2"),
      internal: await addFile(id, "internal", "PC1"),
      markedUp: await addFile(id, "marked_up", "PC1"),
    } as Record<string, number | string>,
  };
}

/** The letter of another permit of the city, which the city has not handed over. */
async function withTheCity(): Promise<number> {
  const { id } = await makePermit(administrator, cityId);
  await assign({ id }, reviewer, "Structural");
  await makeCorrections({ id }, reviewer, [{ discipline: "Structural" }]);
  return issueLetter(administrator, id, await storeBytes(plan));
}

const pathOf = async (permitId: number) =>
  new URL((await makeStatusLink(administrator, permitId)).link).pathname;

const makePath: Record<Link, (permitId: number) => Promise<string>> = {
  valid: pathOf,
  revoked: async (permitId) => {
    const path = await pathOf(permitId);
    await revokeStatusLinks(administrator, permitId);
    return path;
  },
  expired: async (permitId) => {
    const path = await pathOf(permitId);
    await write((tx) =>
      tx.update(statusLinks).set({ expiresAt: now() }).where(eq(statusLinks.permitId, permitId)),
    );
    return path;
  },
  other: async () => pathOf((await makePermit(administrator, cityId)).id),
};

type Scene = Awaited<ReturnType<typeof makeScene>>;

function bodyOf(path: string, { correctionId }: Scene): { body: BodyInit; headers?: Record<string, string> } {
  const answer = { cycle: "PC1", correctionId, text: "Revised" };
  const form = (fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return { body };
  };
  const json = (body: object) => ({
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  if (path.endsWith("?save"))
    return form({
      cycle: "PC1",
      "answers[0].correctionId": String(correctionId),
      "answers[0].text": "Revised",
    });
  if (path.endsWith("?table"))
    return form({ file: new File(["Number,Your answer\nS-1,Revised"], "answers.csv") });
  if (path.endsWith("/one")) return json(answer);
  if (path === "/staged-files") return json({ fileName: "a.pdf", byteSize: 9 });
  return form({ cycle: "PC1", complete: "on", senderName: "Ann Applicant" });
}

async function statusAt(link: Link, { method, path }: (typeof rows)[number]): Promise<Response> {
  const scene = await makeScene();
  if (path === "/answers/send") {
    const answer = { correctionId: scene.correctionId, text: "Revised", sheet: null };
    await saveAnswers(administrator, scene.id, "PC1", [answer]);
  }
  const page = await makePath[link](scene.id);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(scene.ids[name] ?? name));
  const init = method === "GET" ? { method } : { method, ...bodyOf(path, scene) };
  return requestPage(`${page}${filled}`, "", init);
}

describe.each(rows)("$method $path", (row) => {
  test.each(links)("with a link that is %s", async (link) => {
    const response = await statusAt(link, row);
    expect(response.status).toBe(row.expected[link]);
    await response.arrayBuffer();
    const isPage = row.method === "GET" || response.status !== 405;
    if (isPage) {
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    }
  });
});

test("the table has every address of status links", () => {
  const shapeOf = (path: string) => path.replace(/\?.*/, "").replace(/:\w+/g, ":");
  const listed = new Set(rows.map(({ path }) => shapeOf(`/status/:token${path}`)));
  const known = leaves
    .filter(({ address }) => address.startsWith("/status/"))
    .map(({ address }) => shapeOf(address));
  expect(listed).toEqual(new Set(known));
});

test("a page with its dialog and a whole file are one read each, a part of a file and a picture are none", async () => {
  const { id, ids } = await makeScene();
  const page = await pathOf(id);
  const readsOf = async (path: string, headers: Record<string, string> = {}) => {
    vi.mocked(countRead).mockClear();
    await (await requestHtml(`${page}${path}`, "", { headers })).arrayBuffer();
    return vi.mocked(countRead).mock.calls.length;
  };
  for (const path of ["", "/answers/send", `/letters/${ids.letter}`, `/files/${ids.file}`])
    expect(await readsOf(path), path).toBe(1);
  expect(await readsOf(`/files/${ids.file}`, { range: "bytes=8-9" })).toBe(0);
  for (const range of ["bytes=0-", "bytes=-", "x"])
    expect(await readsOf(`/files/${ids.file}`, { range }), range).toBe(1);
  expect(await readsOf("", { range: "bytes=8-9" })).toBe(1);
  expect(await readsOf(`/letters/${ids.letter}/pictures/${ids.cutOut}`)).toBe(0);
});

test.each(["", "/answers/send"])(
  "a page that was read too often says when to come back: %s",
  async (path) => {
    const { id } = await makeScene();
    const page = await pathOf(id);
    vi.mocked(countRead).mockRejectedValueOnce(new Refusal(429, "Wait 30 minutes", { retryAfter: 1800 }));
    const response = await requestHtml(`${page}${path}`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "1800"]);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await response.text()).toContain("Wait 30 minutes");
  },
);

test("a letter that a corrected one has replaced is not found, and its page leads to the permit", async () => {
  const { id, ids } = await makeScene();
  const page = await pathOf(id);
  const former = `${page}/letters/${ids.letter}`;
  await reopenPlanCheck(administrator, id, "PC1", { reason: "Wrong sheet" });
  await makeCorrections({ id }, reviewer, [{ discipline: "Structural" }]);
  await issueLetter(administrator, id, await storeBytes(plan));
  expect((await requestHtml(former)).status).toBe(200);
  expect(await (await requestHtml(page)).text()).not.toContain("A corrected letter was issued");
  await handOverLetter(administrator, id, "PC1", { handedOverOn: today() });
  const response = await requestHtml(former);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain(`href="${page}"`);
  for (const path of ["", "/answers"]) {
    const html = await (await requestHtml(`${page}${path}`)).text();
    expect(html).toContain("A corrected letter was issued on");
  }
});

test("a link that is revoked while its request arrives saves and sends nothing", async () => {
  const { id, correctionId } = await makeScene();
  const applicant = await makeApplicant(administrator, { id });
  await revokeStatusLinks(administrator, id);
  const answer = { correctionId, text: "Revised", sheet: null };
  const gone = { status: 404, message: "This link is not valid any more" };
  await expect(saveAnswers(applicant, id, "PC1", [answer])).rejects.toMatchObject(gone);
  await saveAnswers(administrator, id, "PC1", [answer]);
  await expect(sendResubmittal(applicant, id, "PC1", { files: [], senderName: "Ann" })).rejects.toMatchObject(
    gone,
  );
});

test("a link of a city whose applicants do not answer shows the status, and takes no answers and no files", async () => {
  const scene = await makeScene();
  const page = await pathOf(scene.id);
  await write((tx) => tx.update(cities).set({ applicantsAnswer: false }).where(eq(cities.id, cityId)));
  const statusOf = async (path: string) =>
    (await requestPage(`${page}${path}`, "", { method: "POST", ...bodyOf(path, scene) })).status;
  expect((await requestPage(page)).status).toBe(200);
  for (const path of ["/answers", "/answers.csv", "/answers/send"])
    expect((await requestPage(`${page}${path}`)).status).toBe(403);
  expect(await statusOf("/answers?save")).toBe(403);
  expect(await statusOf("/answers/one")).toBe(403);
  expect(await statusOf("/answers/send")).toBe(403);
  expect(await statusOf("/staged-files")).toBe(403);
  await write((tx) => tx.update(cities).set({ applicantsAnswer: true }).where(eq(cities.id, cityId)));
});

test("a link of a city that no longer writes corrections says where to give the answers", async () => {
  const { id } = await makeScene();
  const page = await pathOf(id);
  await switchCorrections(cityId, false);
  const html = await (await requestHtml(page)).text();
  await switchCorrections(cityId, true);
  expect(html).toContain("give them with your answers to the City of Oakville");
  expect(html).not.toContain("send both here");
});

test("wrong, revoked and ended links look the same, but that an ended one names the city", async () => {
  const { id } = await makeScene();
  const shown = async (path: string) => {
    const html = await (await requestHtml(path)).text();
    return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  };
  const unknown = await shown(`/status/${"k".repeat(43)}`);
  expect(unknown).toContain("This link is not valid any more");
  expect(unknown).not.toContain("Oakville");
  expect(await shown(await makePath.revoked(id))).toBe(unknown);
  expect(await shown(await makePath.expired(id))).toContain("Ask the City of Oakville for a new one.");
});

test("a page has no token in an address that another site could get, and no other address of the permit", async () => {
  const scene = await makeScene();
  const page = await pathOf(scene.id);
  for (const path of [page, `${page}/letters/${scene.ids.letter}`, `${page}/answers`]) {
    const response = await requestHtml(path);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const html = await response.text();
    expect(html).not.toMatch(/(?:href|src|action)="https?:/);
    expect(html).not.toMatch(/"\/(?:oakvilles|permits|api|uploads|letter-pictures)\//);
  }
});

test("an applicant sends once: the second time says so", async () => {
  const scene = await makeScene();
  const page = await pathOf(scene.id);
  const answer = { correctionId: scene.correctionId, text: "Revised", sheet: null };
  await saveAnswers(administrator, scene.id, "PC1", [answer]);
  await sendResubmittal(administrator, scene.id, "PC1", { files: [] });
  const again = await requestPage(`${page}/answers/send`, "", {
    method: "POST",
    ...bodyOf("/answers/send", scene),
  });
  expect(again.status).toBe(409);
});
