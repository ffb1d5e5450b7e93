import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlanFileKind } from "~/models/files/plan-file";
import type { Viewer } from "~/models/policy";
import { requestHtml, requestPage } from "./page-request";
import { textOf } from "./rendered";
import { cookieFor } from "./send-form";
import { makeCity, makePermit, makeViewer } from "./test-rows";

/** A file as it comes in: its bytes, in Latin-1 or as they are, and its name as it stands in the request. */
type Sent = { bytes: string | Buffer; name: string };
type Row = [what: string, sent: Sent, expected: { name: string; kind: PlanFileKind } | { refusal: string }];

const pdf = "%PDF-1.7\n";
const dxf = "  0\nSECTION\n  2\nHEADER\n";
const mark = "\u00ef\u00bb\u00bf";

const plan = (bytes: string | Buffer, name: string): Sent => ({ bytes, name });
const taken = (name: string, kind: PlanFileKind = "pdf") => ({ name, kind });
const refused = (refusal: string) => ({ refusal });

const table: Row[] = [
  ["a PDF", plan(pdf, "plan.pdf"), taken("plan.pdf")],
  ["a PDF after a byte order mark", plan(`${mark}${pdf}`, "mark.pdf"), taken("mark.pdf")],
  ["a PDF after a line break", plan(`\r\n${pdf}`, "break.pdf"), taken("break.pdf")],
  ["a PDF after 1,024 bytes", plan(`${"x".repeat(1024)}${pdf}`, "late.pdf"), taken("late.pdf")],
  ["a DWG", plan("AC1032\0\0", "plan.dwg"), taken("plan.dwg", "dwg")],
  ["a DXF after a byte order mark", plan(`${mark}${dxf}`, "mark.dxf"), taken("mark.dxf", "dxf")],
  ["a DXF of Windows", plan(dxf.replaceAll("\n", "\r\n"), "crlf.dxf"), taken("crlf.dxf", "dxf")],
  ["a DXF of an old Mac", plan(dxf.replaceAll("\n", "\r"), "cr.dxf"), taken("cr.dxf", "dxf")],
  [
    "a DXF after long comments",
    plan(`${`999\n${"made by ".repeat(250)}\n`.repeat(20)}${dxf}`, "long.dxf"),
    taken("long.dxf", "dxf"),
  ],
  ["a binary DXF", plan("AutoCAD Binary DXF\r\n\u001a\0", "binary.dxf"), taken("binary.dxf", "dxf")],
  [
    "a DXF in UTF-16",
    plan(Buffer.from(`\ufeff${dxf}`, "utf16le"), "wide.dxf"),
    refused("wide.dxf: This DXF is saved as UTF-16. Save it as ASCII or UTF-8, and choose that."),
  ],
  [
    "a DXF in UTF-16 without a mark",
    plan(Buffer.from(dxf, "utf16le"), "wide.dxf"),
    refused("wide.dxf: This DXF is saved as UTF-16. Save it as ASCII or UTF-8, and choose that."),
  ],
  [
    "a PDF after 1,025 bytes",
    plan(`${"x".repeat(1025)}${pdf}`, "later.pdf"),
    refused(
      "later.pdf: This is not a PDF file, despite its name. See whether it opens, and save it as a PDF again.",
    ),
  ],
  [
    "a web page",
    plan("<!DOCTYPE html>", "page.pdf"),
    refused(
      "page.pdf: This is not a PDF file, despite its name: it is a web page. Download the plan itself, and choose that.",
    ),
  ],
  [
    "a ZIP file",
    plan("PK\u0003\u0004", "plans.zip"),
    refused(
      "plans.zip: Only PDF, DWG and DXF files are accepted, and this is a ZIP file or an Office document. Unpack it and choose the plans in it, or save the document as a PDF.",
    ),
  ],
  [
    "a DWG named .pdf",
    plan("AC1032", "plan.pdf"),
    refused("plan.pdf: This is a DWG file, despite its name: change the end of its name to .dwg."),
  ],
  [
    "a name that hides its extension",
    plan("MZ", "plan\u202efdp.exe"),
    refused("planfdp.exe: Only PDF, DWG and DXF files are accepted."),
  ],
  ["quotes", plan(pdf, "3%22 pipe %22A%22.pdf"), taken('3" pipe "A".pdf')],
  ["line breaks", plan(pdf, "first%0D%0Asecond%0athird.pdf"), taken("first second third.pdf")],
  ["another percent sign", plan(pdf, "100%2F%25.pdf"), taken("100%2F%25.pdf")],
  ["marks of direction", plan(pdf, "\u200fplan\u202a\u2067\u202e.p\u061cdf"), taken("plan.pdf")],
  [
    "zero width and a soft hyphen",
    plan(pdf, "\ufeffpl\u200ba\u200c\u200d\u2060n\u00ad.pdf"),
    taken("plan.pdf"),
  ],
  ["accents that are apart", plan(pdf, "cafe\u0301 図.pdf"), taken("café 図.pdf")],
  ["a slash", plan(pdf, "A/C plan.pdf"), taken("A_C plan.pdf")],
  ["a backslash", plan(pdf, "A\\C plan.pdf"), taken("A_C plan.pdf")],
  ["a full path", plan(pdf, "C:\\Users\\me\\plan.pdf"), taken("plan.pdf")],
  ["a path that leads upward", plan(pdf, "../../etc/plan.pdf"), taken("plan.pdf")],
  ["300 characters", plan(pdf, `${"n".repeat(296)}.pdf`), taken(`${"n".repeat(251)}.pdf`)],
  ["nothing visible", plan(pdf, "\u200b\u00ad %0D%0A"), taken("file.pdf")],
  ["nothing but an extension", plan(dxf, "\u200b.dxf"), taken("file.dxf", "dxf")],
];

let dana: Viewer;
let cityId: number;
let permitId: number;

beforeAll(async () => {
  dana = await makeViewer("admin");
  cityId = (await makeCity()).id;
});

beforeEach(async () => {
  permitId = (await makePermit(dana, cityId)).id;
});

const boundary = "edge";
const part = (disposition: string, content: string | Buffer) => [
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
  typeof content === "string" ? Buffer.from(content, "latin1") : content,
  Buffer.from("\r\n"),
];
const field = (name: string, value: string) => part(`name="${name}"`, value);
const file = ({ name, bytes }: Sent) => part(`name="files"; filename="${name}"`, bytes);

/** The parts as a browser sends them. */
const formOf = (...parts: Buffer[][]) => ({
  method: "POST",
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  body: Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]),
});

const addressOfFiles = () => `/api/permits/${permitId}/files`;

/** Returns the only file of the permit. */
async function stored() {
  const response = await requestPage(addressOfFiles(), await cookieFor(dana));
  const [only, ...others] = (await response.json()) as { fileName: string; kind: PlanFileKind }[];
  expect(others).toEqual([]);
  return { name: only?.fileName, kind: only?.kind };
}

async function byForm(sent: Sent) {
  const form = formOf(field("reviewCycle", "PC1"), file(sent));
  const response = await requestHtml(`/permits/${permitId}?upload`, await cookieFor(dana), form);
  return response.status === 302 ? stored() : { page: textOf(await response.text()) };
}

async function byApi(...parts: Buffer[][]) {
  const response = await requestPage(addressOfFiles(), await cookieFor(dana), formOf(...parts));
  if (response.status === 201) return stored();
  return refused(((await response.json()) as { message: string }).message);
}

type Staged = { key: string; kept?: { token: string }[]; refused?: { fileName: string; reason: string }[] };

/** What browsers write for three characters of a name in a form; elsewhere a name is as it is. */
const nameOf = ({ name }: Sent): string =>
  name.replace(/%(22|0D|0A)/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** The staged file is then added to the permit. */
async function byStagedUpload(sent: Sent) {
  const cookie = await cookieFor(dana);
  const bytes = typeof sent.bytes === "string" ? Buffer.from(sent.bytes, "latin1") : sent.bytes;
  const ask = async (address: string, init: Parameters<typeof requestPage>[2]): Promise<Staged> =>
    (await requestPage(address, cookie, init)).json();
  const begun = await ask("/staged-files", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fileName: nameOf(sent), byteSize: bytes.length }),
  });
  const { kept, refused: problems } = await ask(`/staged-files/${begun.key}`, {
    method: "PATCH",
    headers: { "upload-offset": "0" },
    body: new Uint8Array(bytes),
  });
  const [problem] = problems ?? [];
  return problem
    ? refused(`${problem.fileName}: ${problem.reason}.`)
    : byApi(field("keptFiles", kept?.[0]?.token ?? ""));
}

describe.each(table)("%s", (_, sent, expected) => {
  test("by the form", async () => {
    const result = await byForm(sent);
    if ("refusal" in expected) expect(result).toEqual({ page: expect.stringContaining(expected.refusal) });
    else expect(result).toEqual(expected);
  });

  test("by a staged upload", async () => {
    expect(await byStagedUpload(sent)).toEqual(expected);
  });

  test("by the API", async () => {
    expect(await byApi(file(sent))).toEqual(expected);
  });
});
