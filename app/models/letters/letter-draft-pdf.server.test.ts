import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { refused } from "~/testing/refusals";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { updateCorrection } from "../corrections/correction.server";
import type { Viewer } from "../policy";
import { drawDraft } from "./letter-draft-pdf.server";
import { drawLetter } from "./letter-pdf.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: vi.fn() }));

const draw = vi.mocked(drawLetter);

let dana: Viewer;
let lee: Viewer;
let cityId: number;
let permitId: number;
/** F-1. */
let first: number;
/** Lets the drawings that wait end. */
let finish: () => void;
let running: number;
let mostRunning: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
});

/** Fire has the draft F-1. A drawing says its text, and ends after `finish`. */
beforeEach(async () => {
  const permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  await assign(permit, lee, "Fire");
  [first = 0] = await makeCorrections(permit, lee, [{}]);
  permitId = permit.id;
  [running, mostRunning] = [0, 0];
  const { promise, resolve } = Promise.withResolvers<void>();
  finish = resolve;
  draw.mockReset();
  draw.mockImplementation(async ({ disciplines }) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await promise;
    running -= 1;
    return Buffer.from(disciplines[0]?.added[0]?.text ?? "");
  });
});

const started = () => vi.waitFor(() => expect(draw).toHaveBeenCalled(), 20_000);
const requests = (count: number, viewer = dana) =>
  Array.from({ length: count }, () => drawDraft(viewer, permitId));
const texts = async (drawn: ReturnType<typeof requests>) =>
  new Set((await Promise.all(drawn)).map(({ pdf }) => pdf.toString()));

test("a request after the beginning of a drawing shows what was changed since", async () => {
  const before = requests(1);
  await started();
  await updateCorrection(lee, first, { text: "Show all walls" });
  const after = requests(2);
  finish();
  expect(await texts(before)).toEqual(new Set(["Show the rated walls"]));
  expect(await texts(after)).toEqual(new Set(["Show all walls"]));
});

test("drafts are drawn one after another, so that a release can be drawn at the same time", async () => {
  const drawn = [...requests(3), ...requests(3, lee)];
  await started();
  finish();
  await Promise.all(drawn);
  expect([draw.mock.calls.length, mostRunning]).toEqual([6, 1]);
});

test("a letter whose client has disconnected is not drawn", async () => {
  const gone = new AbortController();
  const running = drawDraft(dana, permitId);
  await started();
  const cancelled = drawDraft(dana, permitId, gone.signal);
  const kept = drawDraft(lee, permitId, new AbortController().signal);
  gone.abort();
  finish();
  await running;
  expect(await refused(cancelled)).toEqual([503, "The request was cancelled"]);
  await kept;
  expect(draw).toHaveBeenCalledTimes(2);
});

test("while twenty wait, others are refused with 503, and can be drawn later", async () => {
  const viewers = await Promise.all(Array.from({ length: 21 }, () => makeViewer("employee")));
  const drawn = viewers.map((viewer) => drawDraft(viewer, permitId));
  await started();
  const busy = [503, "Many letters are being drawn. Try again in a moment."];
  for (const request of requests(2)) expect(await refused(request)).toEqual(busy);
  finish();
  expect(await Promise.all(drawn)).toHaveLength(21);
  expect(await Promise.all(requests(2))).toHaveLength(2);
});

test("after a refusal, the next request is drawn", async () => {
  expect((await refused(drawDraft(dana, 999_999)))[0]).toBe(404);
  finish();
  const { number, pdf } = await drawDraft(dana, permitId);
  expect(number).toMatch(/-PC1$/);
  expect(pdf.toString()).toBe("Show the rated walls");
});
