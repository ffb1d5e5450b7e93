import { maxAnswerLength } from "~/models/answers/answer";
import { disciplineValues } from "~/models/discipline";
import { type ReviewCycle, reviewCycles } from "~/models/permits/permit";
import { badTexts, goodTexts, junk, mostly, oneOf, random } from "./random-requests";

/**
 * Who may read a text with a mark: whoever reads its permit; the same, once a letter with it is out; the firm alone;
 * the firm and the city.
 */
type MarkKind = "permit" | "letter" | "firm" | "city";
let count = 0;

/** What is in each typed text and in no other one, with its permit, so that a reply with it can be traced to it. */
export const markOf = (permitId: number, kind: MarkKind) => `#${permitId}-${kind}-${++count}#`;
export const marksIn = (text: string): string[] => text.match(/#\d+-[a-z]+-\d+#/g) ?? [];

/** A file of an applicant that is arriving in parts. */
type Upload = { key: string; bytes: Buffer<ArrayBuffer> };

/** What one sender has sent before. */
export type Sent = { uploads: Upload[]; tokens: string[] };

type KnownItem = { id: number; number: string; seen: string };

/** What a request is about. */
export type Known = {
  permitId: number;
  /** The address of the permit's page, and that of its staged files. */
  page: string;
  stagedFiles: string;
  cycle: ReviewCycle;
  items: KnownItem[];
  /** Ids of all permits, the permit's own first. */
  letters: number[];
  files: number[];
  corrections: number[];
  pictures: { letterId: number; sha256: string }[];
  logos: string[];
  sent: Sent;
};

export type RandomRequest = {
  method: string;
  address: string;
  /** Whether it is a page, which is also asked for as data. */
  isPage?: boolean;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** Remembers what the reply says. */
  note?: (status: number, reply: string) => void;
};

export type AnswerAct = {
  name: string;
  weight: number;
  /** Whether the portal has it too. */
  isInPortal?: boolean;
  /** Whether it never succeeds. */
  isRefused?: boolean;
  request: (known: Known) => RandomRequest;
};

/** Whether the next request is as a browser sends it, with all that is asked for. */
let isPlain = false;
const isOdd = (share = 0.08) => !isPlain && random() < share;

/** Returns a request of an act that is as a browser sends it, or mostly one that is not. */
export function requestOf(act: AnswerAct, known: Known, isAsSent = random() < 0.55): RandomRequest {
  isPlain = isAsSent;
  return act.request(known);
}

const strangeIds = [
  "0",
  "-1",
  "1e3",
  "1.0",
  "99999",
  "x",
  "2147483648",
  "9007199254740993",
  "%00",
  "%E2%80%AE",
];
const own = 0.7;

/** Mostly one of the permit's own, sometimes one of another permit, rarely something else. */
const idOf = (ids: number[]): string => {
  if (isOdd(0.1) || ids.length === 0) return oneOf(strangeIds);
  return String(random() < own ? ids[Math.floor(random() ** 2 * Math.min(4, ids.length))] : oneOf(ids));
};

const queryOf = (names: Record<string, readonly string[]>) => {
  if (random() < 0.4) return "";
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(names))
    if (random() < 0.5) query.append(name, String(mostly(values)));
  if (isOdd()) query.append(oneOf(["__proto__", "page", "discipline", "sent", "save"]), "\ud800");
  return query.size > 0 ? `?${query}` : "";
};

const pagesQuery = () =>
  queryOf({
    discipline: [...disciplineValues, "Fire", "Fire", "Zoning"],
    page: ["1", "2", "-1", "1e9", "x"],
  });

const longest = "z".repeat(maxAnswerLength);

const answerText = ({ permitId }: Known): string => {
  const mark = markOf(permitId, "permit");
  if (isOdd(0.2)) return oneOf(badTexts);
  return `${mark} ${oneOf([...goodTexts, "@SUM(1)", "-1+1", "\ttabbed", longest])}`.slice(0, maxAnswerLength);
};
const oddPlaces = ["s".repeat(51), "\ud83d", "\u202eA2\u202c", " =A1 ", "null\u0000"];
const place = () => (isOdd(0.2) ? oneOf(oddPlaces) : oneOf(["A2.1", "A2.1", "", "s".repeat(50)]));
const cycleOf = ({ cycle }: Known) => (isOdd() ? oneOf([...reviewCycles, "PC11", "", "pc1"]) : cycle);
const versions = ["none", "2020-01-01T00:00:00.000Z", "v".repeat(101), "", "now"];
const seenOf = ({ seen }: KnownItem) => (isOdd(0.2) ? oneOf(versions) : seen);

type Entry = [name: string, value: string | File];

const strangeRows = [
  ...["answers[100].text", "answers[99].correctionId", "answers[1000000].text", "answers[-1].text"],
  ...[
    "answers[0]",
    "answers",
    "answers[0].text.more",
    "answers[].text",
    "answers[0].text[0]",
    "answers[x].text",
  ],
  ...["answers[0].__proto__.text", "answers[0].sheet[1]", "answers[0].seen.x", "answers[7].text"],
];
const strangeNames = [
  ...[...strangeRows, "__proto__", "__proto__.cycle", "constructor.prototype.cycle", "toString"],
  ...[
    "__intent__",
    "__state__",
    "",
    "[",
    "cycle[0]",
    "cycle.x",
    "n".repeat(201),
    "file",
    "files",
    "keptFiles",
  ],
  ...["shownFiles", "owner-0", "owner", "formKey", "senderName", "complete", "next", "replaces", "confirmed"],
];
const strangeValues = [
  "",
  "1",
  "on",
  "null\u0000",
  "x".repeat(10_000),
  "\u202e",
  "[object Object]",
  "\ud800",
];
const strangeValue = () =>
  random() < 0.2 ? new File(["%PDF-1.7"], oneOf(["a.pdf", "", "..", "\u202efdp.exe"])) : oneOf(strangeValues);

/** Leaves a field out, repeats one, gives one another value, or adds one that the form does not have. */
function spoiled(entries: Entry[]): Entry[] {
  const index = Math.floor(random() * entries.length);
  const [name = "cycle"] = entries[index] ?? [];
  const added = oneOf([
    () => [],
    () => [entries[index] ?? [name, ""], entries[index] ?? [name, ""]],
    () => [[name, strangeValue()]],
    () => [entries[index] ?? [name, ""], [oneOf(strangeNames), strangeValue()]],
  ] as (() => Entry[])[])();
  return entries.toSpliced(index, 1, ...added);
}

const strangeBodies = (): Pick<RandomRequest, "body" | "headers"> => {
  const type = oneOf([
    ...["application/json", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded"],
    ...[
      "multipart/form-data; boundary=b",
      "multipart/form-data; boundary=",
      "application/json; charset=utf-16",
    ],
  ]);
  const body = oneOf<BodyInit>([
    ...["", "{", "null", "[]", '"text"', "a=%ZZ&b=%ED%A0%80", "cycle=PC1&cycle=PC1", "\u0000".repeat(9)],
    ...[
      '{"__proto__":{"cycle":"PC1"}}',
      "--b\r\n",
      "--b--",
      "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--",
    ],
    '--b\r\nContent-Disposition: form-data; name="cycle"\r\n\r\nPC1',
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7',
    Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
    ...(isOdd() ? ["x".repeat(1_100_000), "a=1&".repeat(1001)] : []),
  ]);
  return { body, headers: { "content-type": type } };
};

/** As browsers send a form, rarely as nothing does. */
function formOf(sent: Entry[]): Pick<RandomRequest, "body" | "headers"> {
  if (isOdd()) return strangeBodies();
  let entries = sent;
  while (isOdd(0.25)) entries = spoiled(entries);
  const isMultipart = entries.some(([, value]) => value instanceof File) || random() < 0.5;
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of entries) body.append(name, value as string);
  return { body };
}

const jsonOf = (body: object): Pick<RandomRequest, "body" | "headers"> => {
  if (isOdd()) return strangeBodies();
  const text = JSON.stringify(body);
  const hostile = [`{"__proto__":${text}}`, `[${text}]`, `\ufeff${text}`, text.replace("}", ',"colour":1}')];
  return {
    body: isOdd() ? oneOf(hostile) : text,
    headers: { "content-type": "application/json" },
  };
};

/** The form of a page: all its corrections or some of them, rarely one twice or one that it does not have. */
function saveEntries(known: Known): Entry[] {
  const share = oneOf([1, 1, 0.5]);
  const shown = known.items.filter(() => random() < share).slice(0, isOdd() ? 120 : 50);
  const ids = shown.map((item) => ({ id: item.id, seen: seenOf(item) }));
  const again = ids.find(({ seen }) => seen === "none") ?? ids[0];
  if (again && isOdd(0.4)) ids.push(again);
  const other = isOdd() ? [{ id: oneOf(known.corrections), seen: "none" }] : [];
  return [
    ["cycle", cycleOf(known)],
    ...[...ids, ...other].flatMap(({ id, seen }, index): Entry[] => [
      [`answers[${index}].correctionId`, String(isOdd() ? oneOf(strangeIds) : id)],
      [`answers[${index}].seen`, seen],
      [`answers[${index}].text`, answerText(known)],
      [`answers[${index}].sheet`, place()],
    ]),
    ...(random() < 0.3 ? ([["next", "1"]] satisfies Entry[]) : []),
    ...(isOdd(0.2) ? ([[oneOf(strangeRows), strangeValue()]] satisfies Entry[]) : []),
  ];
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Numbers as people write them in a table. */
const spelledNumber = ({ number }: KnownItem) =>
  oneOf([
    number,
    number,
    number.toLowerCase(),
    number.replace("-", " "),
    `(${number})`,
    number.replace("-", "–"),
  ]);

const headers = [
  ["Number", "Your answer", "Where on the plans"],
  ["NUMBER", "Discipline", "your answer"],
  ["Correction", "Where on the plans", "Your answer", "\u200bNumber"],
];
const strangeHeaders = [
  ["Number"],
  ["Nummer", "Antwort"],
  [],
  Array<string>(51).fill("Number"),
  ["__proto__"],
];

function tableOf(known: Known): BlobPart {
  const strange: BlobPart[] = [
    ...[
      "",
      "\ufeff",
      '"',
      'Number,Your answer\n"F-1,unclosed',
      "Number,Your answer\nF-1,null\u0000",
      "%PDF-1.7",
    ],
    ...[`Number,Your answer\n${"F-1,x\n".repeat(2001)}`, `Number,Your answer\nF-1,${"x".repeat(20_001)}`],
    new Uint8Array([0xff, 0xfe, 0x46, 0x00, 0x2d, 0x00]),
    new Uint8Array(Array.from({ length: 300 }, () => Math.floor(random() * 256))),
    "Number;Your answer\r\nF-1;Added\r\n",
  ];
  if (isOdd(0.2)) return oneOf(strange);
  if (isOdd(0.03)) return "x,y\n".repeat(300_000);
  const header = isOdd() ? oneOf(strangeHeaders) : oneOf(headers);
  const cellsOf = (item: KnownItem) => {
    const cells = new Map([
      ["number", isOdd() ? oneOf(["", "F-999", "=F-1", "constructor"]) : spelledNumber(item)],
      ["your answer", answerText(known)],
      ["where on the plans", place()],
    ]);
    return header.map((name) => cells.get(name.replace("\u200b", "").toLowerCase()) ?? "other");
  };
  const rows = known.items.filter(() => !isOdd(0.2)).map(cellsOf);
  if (isOdd()) rows.push(...rows.slice(0, 2), []);
  const lineEnd = oneOf(["\r\n", "\n", "\r"]);
  return `${oneOf(["\ufeff", ""])}${[header, ...rows].map((row) => row.map(quoted).join(",")).join(lineEnd)}`;
}

const oddNames = [
  "\u202efdp.exe",
  "..",
  "a/b\\c.pdf",
  "n".repeat(300),
  "plan.dwg",
  "\ud800.pdf",
  "null\u0000.pdf",
];
const fileName = ({ permitId }: Known) =>
  isOdd(0.3) ? oneOf(oddNames) : `A-101 ${markOf(permitId, "permit")}.pdf`;

const fileBytes = ({ permitId }: Known): Buffer<ArrayBuffer> =>
  Buffer.from(
    isOdd(0.2)
      ? oneOf(["", "MZ", "<!DOCTYPE html>", "AC1032", "PK\u0003\u0004"])
      : `%PDF-1.7 ${markOf(permitId, "permit")}`,
  );

const planFile = (known: Known) => new File([fileBytes(known)], fileName(known));
const strangeTokens = ["", "x", "a.b", "a.b.c", "=".repeat(5000), "\u0000", "__proto__"];

let keys = 0;

function sendEntries(known: Known): Entry[] {
  const { tokens } = known.sent;
  const files = random() < 0.25 ? [] : [planFile(known)];
  if (isOdd()) files.push(...Array.from({ length: 21 }, () => planFile(known)));
  const name = isOdd() ? oneOf([...badTexts, "N".repeat(201)]) : `Ann ${markOf(known.permitId, "permit")}`;
  return [
    ["cycle", cycleOf(known)],
    ["complete", isOdd() ? oneOf(["", "off", "true"]) : "on"],
    ["senderName", name],
    ...files.map((file): Entry => ["files", file]),
    ...tokens.filter(() => random() < 0.5).map((token): Entry => ["keptFiles", token]),
    ...(isOdd() ? ([[oneOf(["keptFiles", "shownFiles"]), oneOf(strangeTokens)]] satisfies Entry[]) : []),
    ...(random() < 0.5
      ? ([["formKey", `the-key-of-sending-${isOdd() ? 1 : ++keys}`]] satisfies Entry[])
      : []),
  ];
}

/** One answer as the script of the page sends it. */
function oneAnswer(known: Known): object {
  const item = known.items.length > 0 ? oneOf(known.items) : { id: 1, seen: "none", number: "" };
  const body: Record<string, unknown> = {
    cycle: cycleOf(known),
    correctionId: isOdd() ? oneOf([...known.corrections, ...(junk as number[]), 1e300]) : item.id,
    text: isOdd() ? oneOf(junk) : answerText(known),
    sheet: isOdd() ? oneOf(junk) : place(),
    seen: seenOf(item),
  };
  if (isOdd(0.2)) delete body[oneOf(Object.keys(body))];
  return body;
}

const parsed = (reply: string): { key?: string; kept?: { token: string }[]; refused?: unknown[] } => {
  try {
    return JSON.parse(reply) ?? {};
  } catch {
    return {};
  }
};

const removeFrom = <Value>(list: Value[], value: Value | undefined) => {
  const index = value === undefined ? -1 : list.indexOf(value);
  if (index >= 0) list.splice(index, 1);
};

function begin(known: Known): RandomRequest {
  const bytes = fileBytes(known);
  const { uploads } = known.sent;
  const size = isOdd() ? oneOf([...junk, 2 ** 40]) : bytes.length;
  const body = {
    fileName: isOdd() ? oneOf(junk) : fileName(known),
    byteSize: size,
    isNew: isOdd() ? oneOf(junk) : random() < 0.5,
  };
  const note = (status: number, reply: string) => {
    const { key } = parsed(reply);
    if (status === 200 && key && !uploads.some((upload) => upload.key === key)) uploads.push({ key, bytes });
  };
  return { method: "POST", address: known.stagedFiles, ...jsonOf(body), note };
}

const strangeKeys = ["unknown", "0".repeat(32), "..%2f..%2fsecret", "%00", "x".repeat(1000), "__proto__"];

function part(known: Known): RandomRequest {
  const { uploads, tokens } = known.sent;
  const upload = oneOf(uploads) as Upload | undefined;
  const { key, bytes } = !upload || isOdd() ? { key: oneOf(strangeKeys), bytes: fileBytes(known) } : upload;
  const wrong: Record<string, string> = isOdd()
    ? { "content-digest": oneOf(["sha-256=:AAAA:", `sha-256=:${"A".repeat(43)}=:`]) }
    : {};
  const offset = isOdd() ? oneOf(["", "-1", "1", "9".repeat(15), "9".repeat(16)]) : "0";
  const note = (status: number, reply: string) => {
    const { kept, refused } = parsed(reply);
    if (status !== 200 || !(kept || refused)) return;
    removeFrom(uploads, upload);
    tokens.push(...(kept ?? []).map(({ token }) => token));
  };
  return {
    method: "PATCH",
    address: `${known.stagedFiles}/${key}`,
    body: isOdd() ? bytes.subarray(1) : bytes,
    headers: { "upload-offset": offset, ...wrong },
    note,
  };
}

const keyOfUpload = ({ sent: { uploads } }: Known) =>
  isOdd() || uploads.length === 0 ? oneOf(strangeKeys) : oneOf(uploads).key;

function discardUpload(known: Known): RandomRequest {
  const { uploads } = known.sent;
  const key = keyOfUpload(known);
  const note = (status: number) => {
    const upload = uploads.find((one) => one.key === key);
    if (status === 204) removeFrom(uploads, upload);
  };
  return { method: "DELETE", address: `${known.stagedFiles}/${key}`, note };
}

function discardFiles(known: Known): RandomRequest {
  const { tokens } = known.sent;
  const token = isOdd() || tokens.length === 0 ? oneOf(strangeTokens) : oneOf(tokens);
  const note = (status: number) => {
    if (status === 204) removeFrom(tokens, token);
  };
  return { method: "POST", address: `${known.stagedFiles}?discard`, ...formOf([["keptFiles", token]]), note };
}

const get = (address: string, headers?: Record<string, string>): RandomRequest => ({
  method: "GET",
  address,
  headers,
});
const getPage = (address: string): RandomRequest => ({ ...get(address), isPage: true });
const postPage = (address: string, sent: Pick<RandomRequest, "body" | "headers">): RandomRequest => ({
  ...{ method: "POST", address, isPage: true },
  ...sent,
});

const reads: AnswerAct[] = [
  { name: "GET", weight: 4, request: ({ page }) => getPage(`${page}${queryOf({ page: ["1"] })}`) },
  {
    name: "GET /letters/:letter",
    weight: 2,
    request: ({ page, letters }) => getPage(`${page}/letters/${idOf(letters)}${pagesQuery()}`),
  },
  {
    name: "GET /letters/:letter/pdf",
    weight: 2,
    request: ({ page, letters }) => get(`${page}/letters/${idOf(letters)}/pdf`),
  },
  {
    name: "GET /letters/:letter/pictures/:cutOut",
    weight: 2,
    request: ({ page, letters, pictures }) => {
      const { letterId, sha256 } = isOdd() || pictures.length === 0 ? strangePicture : oneOf(pictures);
      return get(`${page}/letters/${isOdd() ? idOf(letters) : letterId}/pictures/${sha256}`);
    },
  },
  {
    name: "GET /files/:file",
    weight: 3,
    request: ({ page, files }) => {
      const range =
        random() < 0.2 ? { range: oneOf(["bytes=0-3", "bytes=99-", "bytes=-1", "x"]) } : undefined;
      return get(`${page}/files/${idOf(files)}${oneOf(["", "?inline", "?inline=%00"])}`, range);
    },
  },
  {
    name: "GET /logo/:logo",
    weight: 1,
    request: ({ page, logos }) => get(`${page}/logo/${isOdd() ? oneOf(strangeKeys) : oneOf(logos)}`),
  },
  {
    name: "GET /answers",
    weight: 2,
    isInPortal: true,
    request: ({ page }) => getPage(`${page}/answers${pagesQuery()}`),
  },
  {
    name: "GET /answers.csv",
    weight: 1,
    isInPortal: true,
    request: ({ page }) => get(`${page}/answers.csv`),
  },
  {
    name: "GET /answers/send",
    weight: 1,
    isInPortal: true,
    request: ({ page }) => getPage(`${page}/answers/send`),
  },
  {
    name: "GET /staged-files/:upload",
    weight: 1,
    isInPortal: true,
    request: (known) => get(`${known.stagedFiles}/${keyOfUpload(known)}`),
  },
];

const strangePicture = { letterId: 1, sha256: "f".repeat(64) };

const writes: AnswerAct[] = [
  {
    name: "POST /answers?save",
    weight: 5,
    isInPortal: true,
    request: (known) => postPage(`${known.page}/answers?save`, formOf(saveEntries(known))),
  },
  {
    name: "POST /answers?table",
    weight: 4,
    isInPortal: true,
    request: (known) => {
      const file = new File([tableOf(known)], oneOf(["answers.csv", "answers.csv", "a.pdf", ""]));
      const replaces: Entry[] = random() < 0.7 ? [["replaces", "on"]] : [];
      return postPage(`${known.page}/answers?table`, formOf([["file", file], ...replaces]));
    },
  },
  {
    name: "POST /answers",
    weight: 1,
    isInPortal: true,
    isRefused: true,
    request: (known) =>
      postPage(`${known.page}/answers${oneOf(["", "?other", "?__proto__"])}`, formOf(saveEntries(known))),
  },
  {
    name: "POST /answers/send",
    weight: 4,
    isInPortal: true,
    request: (known) => {
      const { tokens } = known.sent;
      const note = (status: number) => {
        if (status === 302 || status === 202) tokens.splice(0);
      };
      return { ...postPage(`${known.page}/answers/send`, formOf(sendEntries(known))), note };
    },
  },
  {
    name: "POST /answers/one",
    weight: 5,
    isInPortal: true,
    request: (known) => ({
      ...{ method: "POST", address: `${known.page}/answers/one${isOdd() ? "?x=1" : ""}` },
      ...jsonOf(oneAnswer(known)),
    }),
  },
  { name: "POST /staged-files", weight: 2, isInPortal: true, request: begin },
  { name: "PATCH /staged-files/:upload", weight: 3, isInPortal: true, request: part },
  { name: "DELETE /staged-files/:upload", weight: 1, isInPortal: true, request: discardUpload },
  { name: "POST /staged-files?discard", weight: 1, isInPortal: true, request: discardFiles },
];

const known = [...reads, ...writes];

/** A method that an address does not have, mostly with a body of another kind. */
const otherMethod: AnswerAct = {
  name: "another method",
  weight: 3,
  isInPortal: true,
  isRefused: true,
  request: (of) => {
    const isOfLink = of.page.startsWith("/status");
    const { address, isPage } = oneOf(known.filter((act) => isOfLink || act.isInPortal)).request(of);
    const method = oneOf(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
    const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method) && random() < 0.7;
    return { method, address, isPage, ...(hasBody && strangeBodies()) };
  },
};

/** What is sent to the addresses below a permit's page, by a status link or in the portal. */
export const answerActs: AnswerAct[] = [...known, otherMethod];

/** Tokens that are none. */
export const strangeLinkTokens = [
  ...[
    "k".repeat(43),
    "x",
    "answers",
    "null",
    "undefined",
    "__proto__",
    "0",
    "%",
    "%%",
    "%ZZ",
    "%E0%A4%A",
    "%00",
  ],
  ...[
    "..%2f..%2fpermits",
    "..",
    ".",
    "%2e%2e",
    "",
    "/",
    "a/b",
    "\u202e\u05d0",
    "%ED%A0%80",
    "🔥",
    "k".repeat(10_240),
  ],
  ...["%".repeat(500), " ", "'", '"><script>', "a?b", "a.data", ".data", "*", ":token"],
];
