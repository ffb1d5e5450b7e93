import { createCipheriv, createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

type PdfObject = string | Buffer;

/** Puts objects, numbered from 1, into a file; the first is its catalog. */
export function pdfOf(objects: PdfObject[], trailer = ""): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let end = 9;
  const add = (part: PdfObject) => {
    const bytes = typeof part === "string" ? Buffer.from(part, "latin1") : part;
    parts.push(bytes);
    end += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(end);
    add(`${index + 1} 0 obj\n`);
    add(object);
    add("\nendobj\n");
  }
  const table = end;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

export const stream = (content: string | Buffer, entries = ""): Buffer => {
  const bytes = Buffer.from(content as string, "latin1");
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
};

const packed = (content: string | Buffer, entries = ""): Buffer =>
  stream(
    deflateSync(Buffer.from(content as string, "latin1"), { level: 1 }),
    `/Filter /FlateDecode ${entries}`,
  );

const inkedSquare = "0 g 100 100 72 72 re f";
const letterSize = "/MediaBox [0 0 612 792]";
const helvetica = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";

type OnePage = { page?: string; content?: string | Buffer; catalog?: string; more?: PdfObject[] };

/** A file of one page. `content` is a text or an entire stream; `more` are the objects from the fifth on. */
export const onePage = ({
  page = `${letterSize} ${helvetica}`,
  content = inkedSquare,
  catalog = "",
  more = [],
}: OnePage): Buffer =>
  pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`,
    typeof content === "string" ? stream(content) : content,
    ...more,
  ]);

const pagesOf = (count: number): Buffer =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${Array.from({ length: count }, (_, page) => `${page + 3} 0 R`).join(" ")}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => `<< /Type /Page /Parent 2 0 R ${letterSize} >>`),
  ]);

const passwordPadding = Buffer.from(
  "28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a",
  "hex",
);
const padded = (password: string): Buffer =>
  Buffer.concat([Buffer.from(password, "latin1"), passwordPadding]).subarray(0, 32);
const md5 = (...parts: Buffer[]): Buffer => createHash("md5").update(Buffer.concat(parts)).digest();
const keyBytes = 16;

/** OpenSSL has this cipher no more. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] as number, state[one] as number];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] as number) + (key[index % key.length] as number)) & 255;
    swap(index, other);
  }
  let [first, second] = [0, 0];
  return Buffer.from(data).map((byte) => {
    first = (first + 1) & 255;
    second = (second + (state[first] as number)) & 255;
    swap(first, second);
    return byte ^ (state[((state[first] as number) + (state[second] as number)) & 255] as number);
  }) as Buffer;
}

const rc4InTurns = (key: Buffer, data: Buffer): Buffer =>
  Array.from({ length: 20 }).reduce<Buffer>(
    (bytes, _, turn) => rc4(Buffer.from(key.map((byte) => byte ^ turn)), bytes),
    data,
  );

const md5InTurns = (start: Buffer): Buffer =>
  Array.from({ length: 50 }).reduce<Buffer>((hash) => md5(hash.subarray(0, keyBytes)), start);

type Passwords = { user: string; owner: string; cipher: "rc4" | "aes" };

/** A file of one page that is encrypted by the standard security handler of PDF 1.4 (RC4) or 1.6 (AES). */
function encryptedPdf({ user, owner, cipher }: Passwords): Buffer {
  const identity = md5(Buffer.from("hostile"));
  const ownerEntry = rc4InTurns(md5InTurns(md5(padded(owner))), padded(user));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-44);
  const key = md5InTurns(md5(padded(user), ownerEntry, permissions, identity));
  const userEntry = Buffer.concat([rc4InTurns(key, md5(passwordPadding, identity)), Buffer.alloc(16)]);
  const contentNumber = Buffer.from([4, 0, 0, 0, 0]);
  const contentKey = md5(key, contentNumber, Buffer.from(cipher === "aes" ? "sAlT" : ""));
  const algorithm =
    cipher === "rc4"
      ? "/V 2 /R 3"
      : "/V 4 /R 4 /CF << /StdCF << /CFM /AESV2 /Length 16 >> >> /StmF /StdCF /StrF /StdCF";
  const entries = `/O <${ownerEntry.toString("hex")}> /U <${userEntry.toString("hex")}>`;
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${letterSize} >>`,
      stream(cipher === "rc4" ? rc4(contentKey, Buffer.from(inkedSquare)) : inAes(contentKey, inkedSquare)),
      `<< /Filter /Standard /Length 128 /P -44 ${algorithm} ${entries} >>`,
    ],
    `/Encrypt 5 0 R /ID [<${identity.toString("hex")}> <${identity.toString("hex")}>]`,
  );
}

function inAes(key: Buffer, text: string): Buffer {
  const start = Buffer.alloc(16, 7);
  const cipher = createCipheriv("aes-128-cbc", key, start);
  return Buffer.concat([start, cipher.update(text), cipher.final()]);
}

const attachment = [
  "<< /Type /Filespec /F (plan.pdf) /UF (plan.pdf) /EF << /F 6 0 R >> >>",
  stream("%PDF-1.7 inside", "/Type /EmbeddedFile"),
];
const attachments = "/EmbeddedFiles << /Names [(plan.pdf) 5 0 R] >>";
const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";

/** Bookmarks of which the last leads to the first, and the first to itself as its own child. */
const loopOfBookmarks = [
  "<< /Type /Outlines /First 6 0 R /Last 7 0 R /Count 2 >>",
  "<< /Title (A-101 Plan) /Parent 5 0 R /Next 7 0 R /First 6 0 R /Dest [3 0 R /Fit] >>",
  "<< /Title (A-102 Plan) /Parent 5 0 R /Prev 6 0 R /Next 6 0 R /First 5 0 R >>",
];

const form = (content: string, resources: string) =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`);

/** Each form draws the next one ten times. */
const billionForms = Array.from({ length: 12 }, (_, index) =>
  index === 11 ? form(inkedSquare, "") : form("/X Do ".repeat(10), `/XObject << /X ${index + 6} 0 R >>`),
);

const nested = (content: string, depth: number): Buffer => {
  let bytes = Buffer.from(content);
  for (let index = 0; index < depth; index += 1) bytes = deflateSync(bytes, { level: 1 });
  return stream(bytes, `/Filter [${"/FlateDecode ".repeat(depth)}]`);
};

const picture = (width: number, height: number, data: Buffer, entries = "/BitsPerComponent 1") =>
  packed(
    data,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray ${entries}`,
  );
const withX = `${letterSize} /Resources << /XObject << /X 5 0 R >> >>`;
const overPage = "612 0 0 792 0 0 cm /X Do";

const good = onePage({});
const box = (text: string) => onePage({ page: `/MediaBox [${text}]` });

/** Files that no editor writes, and some that want all the time or memory there is. */
export const hostilePdfs = {
  good: () => good,
  noPages: () => pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"]),
  millionPages: () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>",
      `<< /Type /Page /Parent 2 0 R ${letterSize} >>`,
    ]),
  fewerPagesThanCounted: () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 3 >>",
      `<< /Type /Page /Parent 2 0 R ${letterSize} >>`,
    ]),
  loopOfPages: () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 2 /Parent 3 0 R >>",
      "<< /Type /Pages /Kids [2 0 R] /Count 2 /Parent 2 0 R >>",
    ]),
  pagesOf500: () => pagesOf(500),
  pagesOf501: () => pagesOf(501),
  box201Inches: () => box("0 0 14472 792"),
  box200Inches: () => box("0 0 14400 14400"),
  boxOfNothing: () => box("0 0 0 0"),
  boxMissing: () => onePage({ page: "" }),
  boxOfWords: () => box("NaN NaN Infinity Infinity"),
  boxReversed: () => box("612 792 0 0"),
  boxNegative: () => box("-612 -792 0 0"),
  boxEndless: () => box("0 0 99999999999999999999 1e38"),
  unitOfMuch: () => onePage({ page: `${letterSize} /UserUnit 75000` }),
  userPassword: () => encryptedPdf({ user: "open", owner: "own", cipher: "rc4" }),
  userPasswordAes: () => encryptedPdf({ user: "open", owner: "own", cipher: "aes" }),
  ownerPassword: () => encryptedPdf({ user: "", owner: "own", cipher: "rc4" }),
  ownerPasswordAes: () => encryptedPdf({ user: "", owner: "own", cipher: "aes" }),
  portfolio: () =>
    onePage({
      catalog: `/Collection << /View /D >> /PageMode /UseAttachments /Names << ${attachments} >>`,
      more: attachment,
    }),
  attachments: () => onePage({ catalog: `/Names << ${attachments} >>`, more: attachment }),
  scripts: () => onePage({ catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` }),
  truncated: () => good.subarray(0, 300),
  tableOfGarbage: () => Buffer.from(good.toString("latin1").replaceAll(/^\d{10}/gm, "9999999999"), "latin1"),
  noTable: () => Buffer.from(good.toString("latin1").replace(/xref[\s\S]*/, ""), "latin1"),
  onlyBeginning: () => Buffer.alloc(60 * 1024 * 1024, "%PDF-1.7 and more words\n"),
  nothing: () => Buffer.alloc(0),
  bomb: () => onePage({ content: packed("0 0 m 9 9 l S\n".repeat(1_500_000)) }),
  nestedBomb: () => onePage({ content: nested("q Q\n".repeat(4_000_000), 3) }),
  manyFilters: () => onePage({ content: stream("", `/Filter [${"/FlateDecode ".repeat(100_000)}]`) }),
  millionStates: () => onePage({ content: packed(`${"q ".repeat(1_000_000)}${inkedSquare}`) }),
  onePathOfMillions: () => onePage({ content: packed(`0 0 m ${"9 9 l 5 500 l ".repeat(2_500_000)} S`) }),
  formOfItself: () =>
    onePage({ page: withX, content: "/X Do", more: [form("/X Do", "/XObject << /X 5 0 R >>")] }),
  billionForms: () => onePage({ page: withX, content: "/X Do", more: billionForms }),
  deepArrays: () => onePage({ content: `${"[".repeat(500_000)} ${inkedSquare}` }),
  deepDictionary: () => onePage({ catalog: `/Deep ${"<< /A ".repeat(300_000)}` }),
  hugePicture: () =>
    onePage({
      page: withX,
      content: overPage,
      more: [picture(30_000, 30_000, Buffer.alloc((30_000 / 8) * 30_000))],
    }),
  pictureWithoutEnd: () =>
    onePage({ page: withX, content: overPage, more: [picture(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(9))] }),
  scan: () =>
    onePage({
      page: withX,
      content: overPage,
      more: [picture(8, 8, Buffer.alloc(64, 0x99), "/BitsPerComponent 8")],
    }),
  missingFonts: () =>
    onePage({
      page: `${letterSize} /Resources << /Font << /F1 << /Type /Font /Subtype /TrueType /BaseFont /Rom#61nS >> /F2 << /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+ArialMT >> >> >>`,
      content: "BT /F1 12 Tf 100 100 Td (LIMITED) Tj /F2 12 Tf (PLAN) Tj ET",
    }),
  noSuchFont: () => onePage({ page: letterSize, content: "BT /F9 12 Tf 100 100 Td (PLAN) Tj ET" }),
  loopOfBookmarks: () => onePage({ catalog: "/Outlines 5 0 R", more: loopOfBookmarks }),
  longLabel: () =>
    onePage({
      catalog: `/PageLabels << /Nums [0 << /P <feff0041202e0007d800002d0031${"0058".repeat(10_000)}> >>] >>`,
    }),
} satisfies Record<string, () => Buffer>;
