export type LabelKind = "number" | "weak number" | "title" | "sheet" | "other";

const number = "(?:NO|NUMBER|NUM|NR|ID|REF)";
const sheet = "(?:SHEET|SHT|DRAWING|DRWG|DWG|DRG)";
const end = "[.:#\\s]*$";

const labels: [LabelKind, RegExp][] = [
  ["title", new RegExp(`^(?:${sheet}|PLAN|PAGE)?\\.? ?(?:TITLE|NAME|CONTENTS?)${end}`)],
  ["title", new RegExp(`^${sheet} DESCRIPTION${end}`)],
  ["sheet", new RegExp(`^${sheet}${end}`)],
  ["number", new RegExp(`^${sheet}\\.? ?(?:${number}\\b|#)${end}`)],
  ["weak number", new RegExp(`^(?:${number}|#|PAGE)${end}`)],
  [
    "other",
    /^(?:PROJECT|JOB|CLIENT|OWNER|REV|REVISIONS?|DATES?|ISSUED?|SCALE|DRAWN|CHECKED|CHK'?D|DESIGNED|DESIGNER|APPROVED|APP'D|DESIGN|PERMIT|PHASE|STATUS|SIZE|SHEET SIZE|PAPER|FORMAT|LICENSE|SEAL|STAMP|CONSULTANTS?|ARCHITECT|ENGINEER|LOCATION|ADDRESS|BUILDING|KEY ?PLAN|CAD|FILE|PLOT(?:TED)?|DESCRIPTION|MARK|SUBMITTAL|CONTRACT|ORIGINATOR|DISCIPLINE|ZONE|VOLUME|LEVEL|TYPE|ROLE)(?: ?(?:NO|NUMBER|NAME|TITLE|BY|DATE|STATUS|REF|FILE|TYPE|FOR|CODE|ADDRESS|LOCATION|SIZE|SCALE|PHASE|INFO(?:RMATION)?|&|AND|TIME))*[.:#\s]*$/,
  ],
];

/** What a line is that only names its neighbour, such as "SHEET NO."; null for any other. */
export function labelKind(text: string): LabelKind | null {
  const words = text.toUpperCase().trim();
  if (words.length > 30) return null;
  return labels.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

const numberLabelAtEnd = new RegExp(`(?:^|[\\s:|])(?:${sheet}\\.?(?: ?${number}\\b)?|NO)[.:#\\s]*$`);

export const endsWithNumberLabel = (text: string): boolean => numberLabelAtEnd.test(text.toUpperCase());

const titleInLine = new RegExp(`^(?:${sheet} )?(?:TITLE|NAME) ?: ?(.+)$`, "i");

/** The title in a line such as "SHEET TITLE: ROOF PLAN". */
export const titleAfterLabel = (text: string): string | null => titleInLine.exec(text)?.[1] ?? null;

const titleWords =
  /\b(?:PLANS?|ELEVATIONS?|SECTIONS?|DETAILS?|SCHEDULES?|NOTES|DIAGRAMS?|LEGENDS?|SYMBOLS|ABBREVIATIONS|COVER|INDEX|SPECIFICATIONS?|FLOOR|ROOF|FOUNDATION|FRAMING|CEILING|SITE|DEMOLITION|GRADING|UTILITY|UTILITIES|DRAINAGE|EROSION|PLANTING|IRRIGATION|LIGHTING|POWER|RISER|ISOMETRICS?|PROFILES?|CALCULATIONS|LAYOUT|COMPLIANCE|SURVEY|PERSPECTIVES?|RENDERINGS?|VIEWS?|ANALYSIS|EGRESS|LIFE SAFETY|ONE-LINE|SINGLE LINE|EQUIPMENT|TITLE SHEET)\b/i;

export const hasTitleWord = (text: string): boolean => titleWords.test(text);

const surelyNoTitle = [
  /@|\bWWW\.|\.COM\b|\b(?:TEL|FAX|PHONE)\b|\(\d{2,3}\)|\d{3}[-.]\d{3,4}\b/i,
  /\b(?:INC|LLC|LLP|LTD|PTY|CORP|P\.C)\b/i,
  /\b(?:NOT FOR|ISSUED? FOR|FOR REVIEW|PERMIT SET|BID SET|REVISION|PRELIMINARY|COPYRIGHT|ALL RIGHTS|CONSTRUCTION DOCUMENTS|DESIGN DEVELOPMENT)\b/i,
  /\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\b(?:19|20)\d\d$|^SCALE\b|\d+ ?(?:"|'|″) ?=|=\s*\d|^1 ?: ?\d+|^(?:N\.?T\.?S\.?|AS (?:NOTED|SHOWN|INDICATED))$/i,
  /^(?:PROJECT|JOB|DATE|DRAWN|CHECKED|DESIGNED|APPROVED|REV|PERMIT|CLIENT|OWNER|OF)\b.{0,3}(?:NO|BY|NUMBER|:|#|\d)/i,
  /\b[A-Z]{2},? \d{5}\b|^\d+ .*\b(?:STREET|ST|AVENUE|AVE|ROAD|RD|BLVD|BOULEVARD|DRIVE|DR|LANE|WAY|HIGHWAY)\b/i,
];

const firmOrProject =
  /\b(?:ARCHITECTS?|ARCHITECTURE|ENGINEERS?|ENGINEERING|ASSOCIATES|CONSULTANTS?|CONSULTING|STUDIO|GROUP|PARTNERS|COMPANY|DESIGN|SURVEYORS?|RESIDENCE|SCHOOL|CENTER|CENTRE|APARTMENTS|CHURCH|HOSPITAL|PROJECT|PROPOSED|TOWER|CAMPUS|PLAZA|HOTEL|ESTATES?|BUILDING|SUITE|CITY OF|COUNTY)\b/i;

/** Whether a line can be a sheet's title, and not a firm, a project, an address, a date or a scale. */
export function mayBeTitle(text: string): boolean {
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 3) return false;
  if (labelKind(text) || surelyNoTitle.some((pattern) => pattern.test(text))) return false;
  return hasTitleWord(text) || !firmOrProject.test(text);
}

/** Whether the rest of a number's line is the sheet's title: "A-101 – ROOF PLAN". */
export const isTitleAfter = (text: string): boolean =>
  /^[-–—:|] ?\p{L}/u.test(text) ||
  (/^[\p{Lu}\d]/u.test(text) && text.length <= maxTitleInLine && hasTitleWord(text) && mayBeTitle(text));

/** What is longer is a sentence. */
const maxTitleInLine = 60;
