import { visibleText } from "../clean-text";
import type { StandardCommentFields } from "./standard-comment.schema.server";

export const maxStandardComments = 5000;
export const maxTitleLength = 120;
/** In a search for a permit. */
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

/**
 * Returns a text in lower case as PostgreSQL's `lower` does, which changes each character alone: "Σ" becomes "σ", also at the
 * end of a word.
 */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join("");
