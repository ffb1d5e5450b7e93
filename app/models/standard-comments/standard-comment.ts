import { pageParameter, queryOf } from "../address";
import { searchIn, visibleText } from "../clean-text";
import { type Columns, labelsOf } from "../columns";
import { correctionKinds } from "../corrections/correction";
import { disciplines, isDiscipline } from "../discipline";
import { rowsIn } from "../paging";
import { wholeNumber } from "../whole-number";

export const maxStandardComments = 5000;
export const maxTitleLength = 120;
export const maxOffered = 50;

export const maxImportBytes = 1024 * 1024;
export const maxImportedRows = 2000;

export const everyCity = "Every city";

/** Two titles that differ only in case or invisible signs are equal. */
export const comparableTitle = (title: string): string => lowerCase(visibleText(title));

/** As PostgreSQL's `lower`, which changes each character alone: "Σ" becomes "σ", also at the end of a word. */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join("");

export const standardCommentColumns = {
  id: { kind: "id" },
  discipline: {
    kind: "option",
    of: disciplines,
    label: "Discipline",
    csv: "discipline",
    heading: "Discipline",
  },
  cityId: { kind: "id", isNullable: true, label: "City" },
  kind: { kind: "option", of: correctionKinds, label: "Kind", csv: "kind" },
  title: { kind: "text", label: "Title", csv: "title", heading: "Title" },
  codeReference: {
    kind: "text",
    isNullable: true,
    label: "Code reference",
    csv: "codeReference",
    heading: "Code",
  },
  text: { kind: "text", label: "Text", csv: "text" },
  cityCode: { kind: "text", isNullable: true, isComputed: true, api: false, csv: "city code" },
  cityName: { kind: "text", isNullable: true, isComputed: true, heading: "City" },
  uses: { kind: "count", heading: "Used", align: "end" },
  isActive: { kind: "flag", label: "Active", csv: "active", heading: "Active" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

export const standardCommentLabels = labelsOf(standardCommentColumns);

export type StandardCommentFilter = Partial<ReturnType<typeof readStandardCommentFilter>>;

export function readStandardCommentFilter(parameters: URLSearchParams) {
  const discipline = parameters.get("discipline");
  const city = parameters.get("cityId");
  return {
    q: searchIn(parameters, "q"),
    discipline: isDiscipline(discipline) ? discipline : undefined,
    cityId: city === "every" ? ("every" as const) : wholeNumber(city),
    page: wholeNumber(parameters.get("page")),
    rows: rowsIn(parameters),
  };
}

export const standardCommentQuery = ({ q, discipline, cityId, page, rows }: StandardCommentFilter): string =>
  queryOf({ q: q || undefined, discipline, cityId, page: pageParameter(page), rows });
