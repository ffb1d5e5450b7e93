import { pageParameter, queryOf } from "../address";
import { searchIn, visibleText } from "../clean-text";
import type { Columns } from "../columns";
import { correctionKinds } from "../corrections/correction";
import { disciplines, isDiscipline } from "../discipline";
import { wholeNumber } from "../whole-number";
import type { StandardCommentFields } from "./standard-comment.schema.server";

export const maxStandardComments = 5000;
export const maxTitleLength = 120;
export const maxOffered = 50;

export const maxImportBytes = 1024 * 1024;
export const maxImportedRows = 2000;

export const everyCity = "Every city";

/** Two titles that differ only in case or invisible signs are equal. */
export const comparableTitle = (title: string): string => lowerCase(visibleText(title));

type StandardCommentField = keyof StandardCommentFields | "isActive";

export const standardCommentLabels: Record<StandardCommentField, string> = {
  discipline: "Discipline",
  cityId: "City",
  kind: "Kind",
  title: "Title",
  codeReference: "Code reference",
  text: "Text",
  isActive: "Active",
};

type Row = {
  discipline: string;
  cityId: number | null;
  kind: string;
  title: string;
  codeReference: string | null;
  text: string;
  isActive: boolean;
};

export const standardCommentValues = (row: Row): Record<StandardCommentField, string> => ({
  discipline: row.discipline,
  cityId: row.cityId === null ? "" : String(row.cityId),
  kind: row.kind,
  title: row.title,
  codeReference: row.codeReference ?? "",
  text: row.text,
  isActive: row.isActive ? "on" : "",
});

/** As PostgreSQL's `lower`, which changes each character alone: "Σ" becomes "σ", also at the end of a word. */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join("");

export const standardCommentColumns = {
  id: { kind: "id" },
  discipline: { kind: "option", of: disciplines, csv: "discipline", heading: "Discipline" },
  cityId: { kind: "id", isNullable: true },
  kind: { kind: "option", of: correctionKinds, csv: "kind" },
  title: { kind: "text", csv: "title", heading: "Title" },
  codeReference: { kind: "text", isNullable: true, csv: "codeReference", heading: "Code" },
  text: { kind: "text", csv: "text" },
  cityCode: { kind: "text", isNullable: true, isComputed: true, api: false, csv: "city code" },
  cityName: { kind: "text", isNullable: true, isComputed: true, heading: "City" },
  uses: { kind: "count", heading: "Used", align: "end" },
  isActive: { kind: "flag", csv: "active", heading: "Active" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

export type StandardCommentFilter = Partial<ReturnType<typeof readStandardCommentFilter>>;

export function readStandardCommentFilter(parameters: URLSearchParams) {
  const discipline = parameters.get("discipline");
  const city = parameters.get("cityId");
  return {
    q: searchIn(parameters, "q"),
    discipline: isDiscipline(discipline) ? discipline : undefined,
    cityId: city === "every" ? ("every" as const) : wholeNumber(city),
    page: wholeNumber(parameters.get("page")),
  };
}

export const standardCommentQuery = ({ q, discipline, cityId, page }: StandardCommentFilter): string =>
  queryOf({ q: q || undefined, discipline, cityId, page: pageParameter(page) });
