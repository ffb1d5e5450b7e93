import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fromNow } from "~/models/clock.server";
import { write, writer } from "~/models/db.server";
import { hasContent, largestFile, type StoredFile } from "~/models/files/plan-file-store.server";
import { mostStaged, stage, unstage } from "~/models/files/staged-file.server";
import { PlanFilesForm } from "~/models/permits/permit.form.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { stagedFiles } from "~/models/tables.server";
import { makeViewer } from "~/testing/test-rows";
import { submitWithPlanFiles } from "./plan-file-form.server";

// The limit is tried with files of one megabyte instead of ten.
vi.hoisted(() => {
  vi.stubEnv("MAX_UPLOAD_MB", "1");
});

type Posted = Record<string, string | File | (string | File)[]>;
type Answer = {
  status: number;
  errors: Record<string, string[]>;
  keptFiles: { token: string; fileName: string; byteSize: number }[];
  fileProblems: string[];
};

let viewer: Viewer;
/** What reached the model: the files of each save. */
let saved: StoredFile[][];

beforeAll(async () => {
  viewer = await makeViewer("admin");
});

beforeEach(() => {
  saved = [];
});

const address = "http://localhost/permits/1?upload";
const pdf = (name: string, text = name) => new File([`%PDF-1.7 ${text}`], name);
const page = (name: string) => new File(["<!doctype html>"], name);

function requestOf(posted: Posted): Request {
  const form = new FormData();
  for (const [name, value] of Object.entries(posted)) {
    for (const each of Array.isArray(value) ? value : [value]) form.append(name, each);
  }
  return new Request(address, { method: "POST", body: form });
}

const filled = (more: Posted = {}): Posted => ({ reviewCycle: "PC1", ...more });

async function save(_fields: PlanFilesForm, files: StoredFile[]): Promise<Response> {
  for (const { contentHash } of files) expect(await hasContent(contentHash)).toBe(true);
  saved.push(files);
  return new Response("saved");
}

const submit = (request: Request, needsFiles = true) =>
  submitWithPlanFiles(request, viewer, PlanFilesForm, save, {
    failure: "Failed to upload files",
    needsFiles,
  });

/** Posts a form that is expected to be answered with its messages. */
async function refused(posted: Posted): Promise<Answer> {
  const formResult = await submit(requestOf(posted));
  if (formResult instanceof Response) throw new Error("It was saved");
  const { submission, ...extra } = formResult.data as unknown as Answer & {
    submission: { error?: Answer["errors"] };
  };
  return { ...extra, status: formResult.init?.status ?? 200, errors: submission.error ?? {} };
}

async function accepted(posted: Posted): Promise<StoredFile[]> {
  const formResult = await submit(requestOf(posted));
  if (!(formResult instanceof Response)) throw new Error(JSON.stringify(formResult.data));
  expect(saved).toHaveLength(1);
  return saved[0] ?? [];
}

const namesOf = (files: { fileName: string }[]) => files.map(({ fileName }) => fileName);

test("a form with its files reaches the model, with each file on the disk before", async () => {
  const files = await accepted(filled({ files: [pdf("a.pdf"), pdf("b.pdf")] }));
  expect(namesOf(files)).toEqual(["a.pdf", "b.pdf"]);
});

test("two files of one name are both taken", async () => {
  const files = await accepted(filled({ files: [pdf("plan.pdf", "1"), pdf("plan.pdf", "2")] }));
  expect(new Set(files.map(({ contentHash }) => contentHash)).size).toBe(2);
});

test("a refused file is named with its reason, and the good ones are kept with the form", async () => {
  const outcome = await refused(filled({ files: [pdf("good.pdf"), page("page.pdf"), pdf("also-good.pdf")] }));
  const problem = "page.pdf: This is not a PDF file, whatever its name says.";
  expect(outcome).toMatchObject({ status: 400, errors: { files: [problem] }, fileProblems: [problem] });
  expect(namesOf(outcome.keptFiles)).toEqual(["good.pdf", "also-good.pdf"]);
  expect(saved).toEqual([]);
});

test("a refused file is named beside the form's other mistakes, each on its own", async () => {
  const files = [page("page.pdf"), pdf("good.pdf"), new File([], "empty.pdf")];
  const problems = [
    "page.pdf: This is not a PDF file, whatever its name says.",
    "empty.pdf: The file is empty.",
  ];
  const outcome = await refused({ reviewCycle: "PC99", files });
  expect(outcome).toMatchObject({ status: 400, fileProblems: problems });
  expect(outcome.errors).toEqual({ reviewCycle: ["Please select a review cycle"], files: problems });
  expect(namesOf(outcome.keptFiles)).toEqual(["good.pdf"]);
});

test("kept files are there when the form is sent again, before those that are new", async () => {
  const { keptFiles } = await refused(filled({ files: [pdf("kept.pdf"), page("page.pdf")] }));
  const tokens = keptFiles.map(({ token }) => token);
  const files = await accepted(filled({ keptFiles: tokens, files: pdf("new.pdf") }));
  expect(namesOf(files)).toEqual(["kept.pdf", "new.pdf"]);
});

test("a form with another mistake keeps its files too", async () => {
  const outcome = await refused({ reviewCycle: "PC99", files: pdf("kept.pdf") });
  expect(outcome.status).toBe(400);
  expect(outcome.errors).toEqual({ reviewCycle: ["Please select a review cycle"] });
  expect(namesOf(unstage(viewer, [outcome.keptFiles[0]?.token ?? ""]))).toEqual(["kept.pdf"]);
});

test("a form that the model refuses keeps its files too", async () => {
  const refuse = async () => {
    throw new Refusal(409, "Taken", { reviewCycle: ["Taken"] });
  };
  const request = requestOf(filled({ files: pdf("kept.pdf") }));
  const formResult = await submitWithPlanFiles(request, viewer, PlanFilesForm, refuse, { failure: "Failed" });
  if (formResult instanceof Response) throw new Error("It was saved");
  expect(formResult.init?.status).toBe(409);
  expect(formResult.data).toMatchObject({
    keptFiles: [{ fileName: "kept.pdf" }],
    submission: { error: { reviewCycle: ["Taken"] } },
  });
});

test("kept files of another user are passed over", async () => {
  const { keptFiles } = await refused(filled({ files: [pdf("mine.pdf"), page("page.pdf")] }));
  const [file] = unstage(viewer, [keptFiles[0]?.token ?? ""]);
  if (!file) throw new Error("No file");
  const { kept } = await stage(await makeViewer("admin"), [], [file]);
  const foreign = kept.map(({ token }) => token);
  const files = await accepted(filled({ keptFiles: [...foreign, "garbage"], files: pdf("new.pdf") }));
  expect(namesOf(files)).toEqual(["new.pdf"]);
});

test("a form that needs files says so when there are none", async () => {
  const empty = new File([], "");
  for (const posted of [filled(), filled({ files: empty }), filled({ keptFiles: "garbage" })]) {
    const outcome = await refused(posted);
    expect(outcome.errors).toEqual({ files: ["Choose at least one file."] });
  }
});

test("a form that needs none is saved without any, multipart or not", async () => {
  await submit(requestOf(filled()), false);
  const plain = new Request(address, { method: "POST", body: new URLSearchParams({ reviewCycle: "PC1" }) });
  await submit(plain, false);
  expect(saved).toEqual([[], []]);
});

test("what a form sends as text under the name of its files is no file", async () => {
  expect((await refused(filled({ files: "plan.pdf" }))).errors).toEqual({
    files: ["Choose at least one file."],
  });
});

describe("a form that somebody has no room left for", () => {
  const message = "You have sent many files that belong to no permit yet. Send or discard those forms first.";
  const tokensOf = ({ keptFiles }: Answer) => keptFiles.map(({ token }) => token);

  beforeEach(async () => {
    viewer = await makeViewer("admin");
  });

  /** All but room for one small file. */
  const fill = () =>
    write((tx) =>
      tx.insert(stagedFiles).values({
        userId: viewer.id,
        contentHash: "f".repeat(64),
        byteSize: mostStaged - 100_000,
        until: fromNow(60_000),
      }),
    );

  test("is 413, with what was typed, the other problems, and the files of before", async () => {
    await fill();
    const first = await refused(filled({ files: [pdf("kept.pdf"), page("page.pdf")] }));
    const posted = filled({ reviewCycle: "PC99", keptFiles: tokensOf(first), files: pdf("more.pdf") });
    const outcome = await refused(posted);
    expect(outcome).toMatchObject({
      status: 413,
      errors: { reviewCycle: ["Please select a review cycle"], files: [message] },
      fileProblems: [message],
    });
    expect(namesOf(unstage(viewer, tokensOf(outcome)))).toEqual(["kept.pdf"]);
    const both = filled({ keptFiles: tokensOf(outcome), files: [page("page.pdf"), pdf("more.pdf")] });
    expect((await refused(both)).errors).toEqual({
      files: ["page.pdf: This is not a PDF file, whatever its name says.", message],
    });
    expect(namesOf(await accepted(filled({ keptFiles: tokensOf(outcome) })))).toEqual(["kept.pdf"]);
  });

  test("is saved all the same when nothing of it has to wait", async () => {
    await fill();
    const files = [pdf("1.pdf", "x".repeat(90_000)), pdf("2.pdf", "x".repeat(90_001))];
    expect(await accepted(filled({ files }))).toHaveLength(2);
  });
});

test("a file that was taken out of the form is given up, and one chosen again in its place is not", async () => {
  viewer = await makeViewer("admin");
  const first = await refused(filled({ files: [pdf("out.pdf"), pdf("stays.pdf"), page("page.pdf")] }));
  const [out = "", stays = ""] = first.keptFiles.map(({ token }) => token);
  const [gone, kept] = unstage(viewer, [out, stays]);
  const shown = { shownFiles: [out, stays], keptFiles: stays };
  const outcome = await refused(filled({ ...shown, reviewCycle: "PC99" }));
  expect(namesOf(outcome.keptFiles)).toEqual(["stays.pdf"]);
  expect(outcome.errors).toEqual({ reviewCycle: ["Please select a review cycle"] });
  expect(await hasContent(gone?.contentHash ?? "")).toBe(false);
  expect(await hasContent(kept?.contentHash ?? "")).toBe(true);

  const [again = ""] = outcome.keptFiles.map(({ token }) => token);
  const files = await accepted(filled({ shownFiles: again, files: pdf("stays.pdf") }));
  expect(files).toEqual([kept]);
});

test("a form whose files cannot be kept is still there, and says so", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  writer.pragma("query_only = ON");
  try {
    const outcome = await refused(filled({ reviewCycle: "PC99", files: pdf("lost.pdf") }));
    expect(outcome).toMatchObject({ status: 500, keptFiles: [] });
    expect(outcome.errors).toMatchObject({
      reviewCycle: ["Please select a review cycle"],
      files: [expect.stringMatching(/^The files could not be kept: choose them again \(reference \w+\)\.$/)],
    });
  } finally {
    writer.pragma("query_only = OFF");
    vi.restoreAllMocks();
  }
});

describe("the limit", () => {
  const ofSize = (name: string, size: number) => new File([`%PDF-1.7${"x".repeat(size - 8)}`], name);

  test("is one megabyte here", () => {
    expect(largestFile).toBe(1024 * 1024);
  });

  test("lets a file of just that size pass", async () => {
    expect(await accepted(filled({ files: ofSize("full.pdf", largestFile) }))).toMatchObject([
      { byteSize: largestFile },
    ]);
  });

  test("refuses a file that is a byte larger, by its name, and keeps the others", async () => {
    const files = [pdf("first.pdf"), ofSize("large.pdf", largestFile + 1), pdf("last.pdf")];
    const outcome = await refused(filled({ files }));
    expect(outcome.errors).toEqual({ files: ["large.pdf: The file is larger than 1MB."] });
    expect(namesOf(outcome.keptFiles)).toEqual(["first.pdf", "last.pdf"]);
  });

  test("is told of a large file before what its bytes are", async () => {
    const large = new File(["x".repeat(largestFile + 1)], "large.pdf");
    const outcome = await refused(filled({ files: large }));
    expect(outcome.errors).toEqual({ files: ["large.pdf: The file is larger than 1MB."] });
  });
});

describe("twenty files", () => {
  const many = (number: number) => Array.from({ length: number }, (_, index) => pdf(`${index + 1}.pdf`));

  test("are taken at once", async () => {
    expect(await accepted(filled({ files: many(20) }))).toHaveLength(20);
  });

  test("are kept of twenty-two, and the others named", async () => {
    const outcome = await refused(filled({ files: many(22) }));
    expect(outcome.errors).toEqual({
      files: ["21.pdf: Only 20 files can be sent at once.", "22.pdf: Only 20 files can be sent at once."],
    });
    expect(outcome.keptFiles).toHaveLength(20);
  });

  test("are the most with those kept earlier", async () => {
    const { keptFiles } = await refused(filled({ files: [...many(19), page("page.pdf")] }));
    const tokens = keptFiles.map(({ token }) => token);
    const outcome = await refused(filled({ keptFiles: tokens, files: [pdf("20.pdf"), pdf("21.pdf")] }));
    expect(outcome.errors).toEqual({ files: ["Only 20 files can be sent at once."] });
  });
});

test.each(["GET", "HEAD", "PUT", "DELETE"])("%s is refused with 405", async (method) => {
  await expect(submit(new Request(address, { method }))).rejects.toMatchObject({ status: 405 });
});

test("a body of another kind is refused with 415", async () => {
  const headers = { "content-type": "application/json" };
  await expect(submit(new Request(address, { method: "POST", headers, body: "{}" }))).rejects.toMatchObject({
    status: 415,
  });
});

test.each(["a[9999999]", "__proto__.x", "constructor", "x".repeat(201)])(
  "a field of the name %s is refused with 400",
  async (name) => {
    await expect(submit(requestOf(filled({ [name]: "1", files: pdf("a.pdf") })))).rejects.toMatchObject({
      status: 400,
    });
  },
);
