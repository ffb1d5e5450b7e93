import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fromNow } from "~/models/clock.server";
import { newFileKey } from "~/models/files/file-store.server";
import { maxFileBytes, type NewPlanFile, storeBytes } from "~/models/files/plan-file-store.server";
import { maxStagedBytes, newFilesOf, stageFiles } from "~/models/files/staged-file.server";
import { PlanFilesSchema } from "~/models/permits/permit.schema.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { stagedFiles } from "~/models/tables.server";
import { beforeCommit, type Connection, db, write } from "~/platform/db/db.server";
import { retryAfterOf } from "~/platform/failure.server";
import { hasFile } from "~/testing/stored-files";
import { makeViewer } from "~/testing/test-rows";
import { planFilesForm } from "./parts/plan-file-form.server";

// Files of one megabyte instead of ten are enough to test the limit.
vi.hoisted(() => {
  vi.stubEnv("MAX_UPLOAD_MB", "1");
});

type Posted = Record<string, string | File | (string | File)[]>;
type Refused = {
  status: number;
  retryAfter?: number;
  errors: Record<string, string[]>;
  keptFiles: { token: string; fileName: string; byteSize: number }[];
  fileProblems: string[];
};

let viewer: Viewer;
/** The files of each save that reached the model. */
let saved: NewPlanFile[][];

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
    for (const part of Array.isArray(value) ? value : [value]) form.append(name, part);
  }
  return new Request(address, { method: "POST", body: form });
}

const filled = (more: Posted = {}): Posted => ({ reviewCycle: "PC1", ...more });

async function save(_fields: PlanFilesSchema, files: NewPlanFile[]): Promise<Response> {
  for (const { fileKey } of files) expect(hasFile(fileKey)).toBe(true);
  saved.push(files);
  return new Response("saved");
}

const submit = (request: Request, needsFiles = true, command = save) =>
  planFilesForm({
    schema: PlanFilesSchema,
    failure: "Failed to upload files",
    needsFiles,
    command: (_, fields, files) => command(fields, files),
  })({ request, viewer });

/** Posts a form that is expected to be refused, and returns its form result. */
async function refused(posted: Posted): Promise<Refused> {
  const request = requestOf(posted);
  const formResult = await submit(request);
  if (formResult instanceof Response) throw new Error("The form was saved");
  const { submission, ...extra } = formResult.data as unknown as Refused & {
    submission: { error?: Refused["errors"] };
  };
  const { status = 200 } = formResult.init ?? {};
  return { ...extra, status, retryAfter: retryAfterOf(request), errors: submission.error ?? {} };
}

async function accepted(posted: Posted): Promise<NewPlanFile[]> {
  const formResult = await submit(requestOf(posted));
  if (!(formResult instanceof Response)) throw new Error(JSON.stringify(formResult.data));
  expect(saved).toHaveLength(1);
  return saved[0] ?? [];
}

const namesOf = (files: { fileName: string }[]) => files.map(({ fileName }) => fileName);

test("the files of a form are on disk before the model is called", async () => {
  const files = await accepted(filled({ files: [pdf("a.pdf"), pdf("b.pdf")] }));
  expect(namesOf(files)).toEqual(["a.pdf", "b.pdf"]);
});

test("two files of the same name are both accepted", async () => {
  const files = await accepted(filled({ files: [pdf("plan.pdf", "1"), pdf("plan.pdf", "2")] }));
  expect(new Set(files.map(({ fileKey }) => fileKey)).size).toBe(2);
});

test("a refused file is named with its reason, and the valid ones are staged", async () => {
  const formResult = await refused(
    filled({ files: [pdf("good.pdf"), page("page.pdf"), pdf("also-good.pdf")] }),
  );
  const problem =
    "page.pdf: This is not a PDF file, despite its name: it is a web page. Download the plan itself, and choose that.";
  expect(formResult).toMatchObject({ status: 400, errors: { files: [problem] }, fileProblems: [problem] });
  expect(namesOf(formResult.keptFiles)).toEqual(["good.pdf", "also-good.pdf"]);
  expect(saved).toEqual([]);
});

test("each refused file is named next to the other errors of the form", async () => {
  const files = [page("page.pdf"), pdf("good.pdf"), new File([], "empty.pdf")];
  const problems = [
    "page.pdf: This is not a PDF file, despite its name: it is a web page. Download the plan itself, and choose that.",
    "empty.pdf: The file is empty.",
  ];
  const formResult = await refused({ reviewCycle: "PC99", files });
  expect(formResult).toMatchObject({ status: 400, fileProblems: problems });
  expect(formResult.errors).toEqual({ reviewCycle: ["Please select a review cycle"], files: problems });
  expect(namesOf(formResult.keptFiles)).toEqual(["good.pdf"]);
});

test("staged files are sent again with the form, before the new ones", async () => {
  const { keptFiles } = await refused(filled({ files: [pdf("staged.pdf"), page("page.pdf")] }));
  const tokens = keptFiles.map(({ token }) => token);
  const files = await accepted(filled({ keptFiles: tokens, files: pdf("new.pdf") }));
  expect(namesOf(files)).toEqual(["staged.pdf", "new.pdf"]);
});

test("the files of a form with another error are staged", async () => {
  const formResult = await refused({ reviewCycle: "PC99", files: pdf("staged.pdf") });
  expect(formResult.status).toBe(400);
  expect(formResult.errors).toEqual({ reviewCycle: ["Please select a review cycle"] });
  expect(namesOf(newFilesOf(viewer, [formResult.keptFiles[0]?.token ?? ""]))).toEqual(["staged.pdf"]);
});

test("the files of a form that the model refuses are staged", async () => {
  const refuse = async () => {
    throw new Refusal(409, "Conflict", { fields: { reviewCycle: ["Conflict"] } });
  };
  const request = requestOf(filled({ files: pdf("staged.pdf") }));
  const formResult = await submit(request, false, refuse);
  if (formResult instanceof Response) throw new Error("The form was saved");
  expect(formResult.init?.status).toBe(409);
  expect(formResult.data).toMatchObject({
    keptFiles: [{ fileName: "staged.pdf" }],
    submission: { error: { reviewCycle: ["Conflict"] } },
  });
});

test("staged files of another user are not taken, and the form says that they are missing", async () => {
  const stored = {
    ...(await storeBytes(Buffer.from("%PDF-1.7"))),
    fileName: "theirs.pdf",
    kind: "pdf" as const,
  };
  const { files: foreignFiles } = await stageFiles(await makeViewer("admin"), [], [stored]);
  const foreign = foreignFiles.map(({ token }) => token);
  for (const keptFiles of [foreign, ["garbage"]]) {
    const formResult = await refused(filled({ keptFiles, files: pdf("new.pdf") }));
    expect(formResult.errors).toEqual({
      files: ["A file that was chosen earlier is no longer here. Choose it again."],
    });
    expect(formResult.keptFiles.map(({ fileName }) => fileName)).toEqual(["new.pdf"]);
  }
});

test("a form that needs files is refused without them", async () => {
  const empty = new File([], "");
  for (const posted of [filled(), filled({ files: empty })]) {
    const formResult = await refused(posted);
    expect(formResult.errors).toEqual({ files: ["Choose at least one file."] });
  }
});

test("a form that needs no files is saved without them, multipart or not", async () => {
  await submit(requestOf(filled()), false);
  const plain = new Request(address, { method: "POST", body: new URLSearchParams({ reviewCycle: "PC1" }) });
  await submit(plain, false);
  expect(saved).toEqual([[], []]);
});

test("text in the field of the files is not a file", async () => {
  expect((await refused(filled({ files: "plan.pdf" }))).errors).toEqual({
    files: ["Choose at least one file."],
  });
});

describe("a form whose files exceed the limit of the user", () => {
  const message =
    "You have uploaded too many files that are not on a permit yet. Send the forms that are still open; other files are removed after a day.";
  const tokensOf = ({ keptFiles }: Refused) => keptFiles.map(({ token }) => token);

  beforeEach(async () => {
    viewer = await makeViewer("admin");
  });

  /** Adds staged files up to 30 bytes below the limit. */
  const fill = () =>
    write((tx) =>
      tx.insert(stagedFiles).values({
        userId: viewer.id,
        fileKey: newFileKey(),
        ...{ sha256: "f".repeat(64), fileName: "full.pdf", kind: "pdf" },
        byteSize: maxStagedBytes - 30,
        keepUntil: fromNow(60_000),
      }),
    );

  test("is refused with 413, with the typed values, the other errors and the earlier files", async () => {
    await fill();
    const first = await refused(filled({ files: [pdf("staged.pdf"), page("page.pdf")] }));
    const posted = filled({ reviewCycle: "PC99", keptFiles: tokensOf(first), files: pdf("more.pdf") });
    const formResult = await refused(posted);
    expect(formResult).toMatchObject({
      status: 413,
      errors: { reviewCycle: ["Please select a review cycle"], files: [message] },
      fileProblems: [message],
    });
    expect(namesOf(newFilesOf(viewer, tokensOf(formResult)))).toEqual(["staged.pdf"]);
    const both = filled({ keptFiles: tokensOf(formResult), files: [page("page.pdf"), pdf("more.pdf")] });
    expect((await refused(both)).errors).toEqual({
      files: [
        "page.pdf: This is not a PDF file, despite its name: it is a web page. Download the plan itself, and choose that.",
        message,
      ],
    });
    expect(namesOf(await accepted(filled({ keptFiles: tokensOf(formResult) })))).toEqual(["staged.pdf"]);
  });

  test("is saved when it is valid, because its files need not be staged", async () => {
    await fill();
    const files = [pdf("1.pdf", "x".repeat(90_000)), pdf("2.pdf", "x".repeat(90_001))];
    expect(await accepted(filled({ files }))).toHaveLength(2);
  });
});

test("a file that was removed from the form is deleted, and one that is chosen again is a new one", async () => {
  viewer = await makeViewer("admin");
  const first = await refused(filled({ files: [pdf("removed.pdf"), pdf("stays.pdf"), page("page.pdf")] }));
  const [removed = "", stays = ""] = first.keptFiles.map(({ token }) => token);
  const [deleted, remaining] = newFilesOf(viewer, [removed, stays]);
  const sent = { shownFiles: [removed, stays], keptFiles: stays };
  const formResult = await refused(filled({ ...sent, reviewCycle: "PC99" }));
  expect(namesOf(formResult.keptFiles)).toEqual(["stays.pdf"]);
  expect(formResult.errors).toEqual({ reviewCycle: ["Please select a review cycle"] });
  expect(hasFile(deleted?.fileKey ?? "")).toBe(false);
  expect(hasFile(remaining?.fileKey ?? "")).toBe(true);

  const [again = ""] = formResult.keptFiles.map(({ token }) => token);
  const files = await accepted(filled({ shownFiles: again, files: pdf("stays.pdf") }));
  expect(namesOf(files)).toEqual(["stays.pdf"]);
  expect(hasFile(remaining?.fileKey ?? "")).toBe(false);
});

describe("a form whose files cannot be staged", () => {
  let failure: Error | Refusal | undefined;
  let before: string;
  const expiries = async (connection: Connection) =>
    JSON.stringify(await connection.select({ keepUntil: stagedFiles.keepUntil }).from(stagedFiles));

  beforeAll(() => {
    beforeCommit(async (tx) => {
      if (failure && (await expiries(tx)) !== before) throw failure;
    });
  });
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  /** Posts a refused form with a file that was staged earlier, while staging fails. */
  async function refusedBy(error: Error | Refusal, files: File[]): Promise<Refused> {
    const { keptFiles } = await refused(filled({ files: [pdf("earlier.pdf"), page("page.pdf")] }));
    const [earlier = ""] = keptFiles.map(({ token }) => token);
    before = await expiries(db);
    failure = error;
    try {
      return await refused({ reviewCycle: "PC99", keptFiles: earlier, files });
    } finally {
      failure = undefined;
    }
  }
  const earlierFile = [{ fileName: "earlier.pdf" }];
  const reviewCycle = ["Please select a review cycle"];

  test("is returned with an error at the field, and with those that were staged earlier", async () => {
    const formResult = await refusedBy(new Error("The write fails"), [pdf("lost.pdf")]);
    const message = /^The new files could not be stored: choose them again \(reference \w+\)\.$/;
    expect(formResult).toMatchObject({ status: 500, keptFiles: earlierFile });
    expect(formResult.errors).toEqual({ reviewCycle, files: [expect.stringMatching(message)] });
  });

  test("has no error at the field if all were staged earlier", async () => {
    const formResult = await refusedBy(new Error("The write fails"), []);
    expect(formResult).toMatchObject({ status: 400, keptFiles: earlierFile });
    expect(formResult.errors).toEqual({ reviewCycle });
  });

  test.each([
    ["with new files", [pdf("lost.pdf")], "Try again. Choose the new files again."],
    ["without new files", [], "Try again."],
  ])("has the status, the message and the wait of a refusal, %s", async (_, files, message) => {
    const busy = new Refusal(503, "Try again.", { retryAfter: 7 });
    const formResult = await refusedBy(busy, files);
    expect(formResult).toMatchObject({ status: 503, retryAfter: 7, keptFiles: earlierFile });
    expect(formResult.errors).toEqual({ reviewCycle, files: [message] });
  });
});

describe("the limit", () => {
  const ofSize = (name: string, size: number) => new File([`%PDF-1.7${"x".repeat(size - 8)}`], name);

  test("is one megabyte in these tests", () => {
    expect(maxFileBytes).toBe(1024 * 1024);
  });

  test("accepts a file of exactly that size", async () => {
    expect(await accepted(filled({ files: ofSize("full.pdf", maxFileBytes) }))).toMatchObject([
      { byteSize: maxFileBytes },
    ]);
  });

  test("refuses a file that is one byte larger, and stages the others", async () => {
    const files = [pdf("first.pdf"), ofSize("large.pdf", maxFileBytes + 1), pdf("last.pdf")];
    const formResult = await refused(filled({ files }));
    expect(formResult.errors).toEqual({ files: ["large.pdf: The file is larger than 1MB."] });
    expect(namesOf(formResult.keptFiles)).toEqual(["first.pdf", "last.pdf"]);
  });

  test("is checked before the kind of a file", async () => {
    const large = new File(["x".repeat(maxFileBytes + 1)], "large.pdf");
    const formResult = await refused(filled({ files: large }));
    expect(formResult.errors).toEqual({ files: ["large.pdf: The file is larger than 1MB."] });
  });
});

describe("twenty files", () => {
  const many = (number: number) => Array.from({ length: number }, (_, index) => pdf(`${index + 1}.pdf`));

  test("are accepted at once", async () => {
    expect(await accepted(filled({ files: many(20) }))).toHaveLength(20);
  });

  test("of twenty-two are staged, and the others are named", async () => {
    const formResult = await refused(filled({ files: many(22) }));
    expect(formResult.errors).toEqual({
      files: ["21.pdf, 22.pdf: Only 20 files can be sent at once."],
    });
    expect(formResult.keptFiles).toHaveLength(20);
  });

  test("are the limit, with those staged earlier", async () => {
    const { keptFiles } = await refused(filled({ files: [...many(19), page("page.pdf")] }));
    const tokens = keptFiles.map(({ token }) => token);
    const formResult = await refused(filled({ keptFiles: tokens, files: [pdf("20.pdf"), pdf("21.pdf")] }));
    expect(formResult.errors).toEqual({ files: ["Only 20 files can be sent at once."] });
  });
});

test.each(["GET", "HEAD", "PUT", "DELETE"])("%s is refused with 405", async (method) => {
  await expect(submit(new Request(address, { method }))).rejects.toMatchObject({ status: 405 });
});

test("a body of another content type is refused with 415", async () => {
  const headers = { "content-type": "application/json" };
  await expect(submit(new Request(address, { method: "POST", headers, body: "{}" }))).rejects.toMatchObject({
    status: 415,
  });
});

test.each(["a[9999999]", "__proto__.x", "constructor", "x".repeat(201)])(
  "a field with the name %s is refused with 400",
  async (name) => {
    await expect(submit(requestOf(filled({ [name]: "1", files: pdf("a.pdf") })))).rejects.toMatchObject({
      status: 400,
    });
  },
);
