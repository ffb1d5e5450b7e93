import type { Word } from "../sheets/title-block";
import type { AreaKind } from "./area-kind";
import { pointsPerInch } from "./points-per-inch";

export type { Word };

/** A page, which is counted from 0, of a file at a path. */
export type PdfPage = { path: string; page: number };

/** In fractions of a page. */
export type PagePart = { left: number; top: number; width: number; height: number };

type PagePair = { earlier: PdfPage; later: PdfPage };

/** In points, to the right and down. */
export type Move = { x: number; y: number };

/** What a render child is asked. */
export type PdfTask =
  | { kind: "open"; path: string }
  | ({ kind: "read" } & PdfPage)
  | ({ kind: "draw"; longerSide: number; part?: PagePart; move?: Move } & PdfPage)
  | ({ kind: "compare" } & PagePair)
  | ({ kind: "differences" } & PagePair)
  | ({ kind: "overlay"; shift: Move; longerSide: number; part: PagePart } & PagePair);

export const pdfRefusals = {
  encrypted: { label: "needs a password to be opened. Save it again without a password, and upload that" },
  portfolio: { label: "is a portfolio of files. Upload each file in it as a PDF of its own" },
  empty: { label: "has no pages. Plot it again" },
  tooManyPages: { label: "has more than 500 pages. Split it, and upload the parts" },
  noBox: { label: "has a page without a size. Plot it again" },
  tooLarge: { label: "has a page of more than 200 in. Plot it to its paper size" },
  unreadable: { label: "cannot be read. See whether it opens, and save it as a PDF again" },
} as const;

export type PdfRefusal = keyof typeof pdfRefusals;

export const maxPages = 500;

/** Of a page, in points. */
export const maxSide = 200 * pointsPerInch;

export type PdfPageFacts = { width: number; height: number; label: string; bookmark: string };

export type DigitalSignature = {
  signer: string | null;
  /** Whether nothing was added to the file or changed in it since; null for a signature that cannot be checked. */
  isUnchanged: boolean | null;
};

export type PdfFacts = {
  pages: PdfPageFacts[];
  signatures: DigitalSignature[];
  hasScripts: boolean;
  hasAttachments: boolean;
};

export type OpenedPdf = { refusal: PdfRefusal } | PdfFacts;

export type ReadPage = {
  titleBlock: { number: string; title: string | null } | null;
  /** Names of fonts that are not in the file, and are replaced by others. */
  missingFonts: string[];
  isScan: boolean;
  isSideways: boolean;
};

/** RGBA, four bytes for each pixel. */
export type Pixels = { width: number; height: number; data: Uint8Array };

export type PageComparison = { isSame: boolean };

/** Why two pages cannot be laid over each other. */
export const obstacles = {
  size: { label: "They are of different sizes." },
  turned: { label: "One of them is turned or scaled, as scans often are, or they show different drawings." },
} as const;

export type Obstacle = keyof typeof obstacles;

export type ChangedArea = PagePart & { kind: AreaKind };

/** By how much the drawing has moved on the later page, and where else it differs. */
export type PageDifferences = { shift: Move; areas: ChangedArea[]; obstacle: Obstacle | null };

export const maxAreas = 200;

export type PdfResults = {
  open: OpenedPdf;
  read: ReadPage;
  draw: Pixels;
  compare: PageComparison;
  differences: PageDifferences;
  overlay: Pixels;
};
export type ResultOf<Task extends PdfTask> = PdfResults[Task["kind"]];
