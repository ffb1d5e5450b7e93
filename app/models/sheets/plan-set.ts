import { valuesOf, valuesWhere } from "../options";
import { type DigitalSignature, type PdfRefusal, pdfRefusals } from "../pdf/pdf-task";
import { pointsPerInch } from "../pdf/points-per-inch";
import { pluralize } from "../pluralize";
import { someOf } from "../some-of";

export const planSetStates = {
  waiting: { label: "Being checked", isBeingChecked: true },
  checking: { label: "Being checked", isBeingChecked: true },
  ready: { label: "Checked", isBeingChecked: false },
  refused: { label: "No sheets", isBeingChecked: false },
} as const;

export type PlanSetState = keyof typeof planSetStates;
export const planSetStateValues = valuesOf(planSetStates);

export const isBeingChecked = (state: PlanSetState): boolean => planSetStates[state].isBeingChecked;
export const statesBeingChecked = valuesWhere(planSetStates, (state) => state.isBeingChecked);

/** The pages of a document are no sheets of the set: they have no numbers, and are not compared. */
export const planSetKinds = {
  drawings: { label: "Drawings" },
  document: { label: "Document" },
} as const;

export type PlanSetKind = keyof typeof planSetKinds;
export const planSetKindValues = valuesOf(planSetKinds);

export const maxSheetsOfPermit = 2000;

/** Why a PDF has no sheets. It stays a plan file. */
const planSetRefusals = {
  ...pdfRefusals,
  tooManySheets: {
    label: `would give its permit more than ${maxSheetsOfPermit.toLocaleString("en-US")} sheets`,
  },
} as const satisfies Record<PdfRefusal | "tooManySheets", { label: string }>;

export type PlanSetRefusal = keyof typeof planSetRefusals;
export const planSetRefusalValues = valuesOf(planSetRefusals);

export const refusalText = (refusal: PlanSetRefusal): string =>
  `No sheets: this file ${planSetRefusals[refusal].label}.`;

/** What whoever uploaded a file should know of it. Pages are counted from 1. */
export type Findings = {
  signatures: DigitalSignature[];
  hasScripts: boolean;
  hasAttachments: boolean;
  missingFonts: string[];
  largePages: number[];
  sidewaysPages: number[];
  scannedPages: number[];
  /** Pages that could not be read within the limits. */
  unreadPages: number[];
};

export const noFindings: Findings = {
  signatures: [],
  hasScripts: false,
  hasAttachments: false,
  missingFonts: [],
  largePages: [],
  sidewaysPages: [],
  scannedPages: [],
  unreadPages: [],
};

const isWithin = (page: Sides, long: number, short: number) =>
  Math.max(page.width, page.height) <= long * pointsPerInch + 1 &&
  Math.min(page.width, page.height) <= short * pointsPerInch + 1;

type Sides = { width: number; height: number };

export const isLarge = (page: Sides): boolean => !isWithin(page, 48, 36);

/** Calculations, reports and energy forms come on the paper of an office. */
export const guessKind = (pages: Sides[]): PlanSetKind =>
  pages.filter((page) => isWithin(page, 17, 11)).length * 2 > pages.length ? "document" : "drawings";

const listed = new Intl.ListFormat("en-US");

function sentence(pages: number[], one: string, more: string): string[] {
  if (pages.length === 0) return [];
  if (pages.length === 1) return [`Page ${pages[0]} ${one}.`];
  return [`Pages ${someOf(pages.map(String), 8)} ${more}.`];
}

/** Sentences that do not keep anybody from using the file. */
export function warningsIn(findings: Findings): string[] {
  const { missingFonts, hasScripts, hasAttachments } = findings;
  return [
    ...signatureWarning(findings.signatures),
    ...(missingFonts.length > 0
      ? [
          `${pluralize(missingFonts.length, "font is", "fonts are")} not in the file: ${someOf(missingFonts, 3)}. Texts may look different here: embed all fonts when you plot.`,
        ]
      : []),
    ...sentence(findings.largePages, "is larger than 36 × 48 in", "are larger than 36 × 48 in"),
    ...sentence(findings.sidewaysPages, "lies sideways", "lie sideways"),
    ...sentence(
      findings.scannedPages,
      "is a scan without text, so its number cannot be read",
      "are scans without text, so their numbers cannot be read",
    ),
    ...sentence(
      findings.unreadPages,
      "cannot be shown: download the file to see it",
      "cannot be shown: download the file to see them",
    ),
    ...(hasScripts ? ["The file has JavaScript in it, which is never run here."] : []),
    ...(hasAttachments ? ["The file has other files attached, which are not shown here."] : []),
  ];
}

function signatureWarning(signatures: DigitalSignature[]): string[] {
  if (signatures.length === 0) return [];
  const signers = [...new Set(signatures.flatMap(({ signer }) => signer ?? []))];
  const by = signers.length > 0 ? `, by ${listed.format(signers)}` : "";
  const count = pluralize(signatures.length, "digital signature", "digital signatures");
  return [`${count}${by}, ${coverageOf(signatures)}. Whether the signer can be trusted is not judged here.`];
}

function coverageOf(signatures: DigitalSignature[]): string {
  if (signatures.some(({ isUnchanged }) => isUnchanged === false))
    return "and the file was changed after signing";
  if (signatures.some(({ isUnchanged }) => isUnchanged === null)) return "which cannot be checked";
  return "covering the whole file";
}

type Checked = { state: PlanSetState; refusal: PlanSetRefusal | null; findings: Findings | null };

/** What whoever uploaded a PDF should know of it, in sentences. */
export function notesOf({ state, refusal, findings }: Checked): string[] {
  if (refusal) return [refusalText(refusal)];
  if (isBeingChecked(state)) return ["Being checked. Reload this page to see the result."];
  return findings ? warningsIn(findings) : [];
}
