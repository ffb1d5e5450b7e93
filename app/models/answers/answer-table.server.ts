import { cleanLine } from "../clean-text";
import { pluralize } from "../pluralize";
import { refusalAtField } from "../refusal";
import { notAnswered } from "./answer";
import { AnswerFields } from "./answer.schema.server";
import type { AnsweredItem, NewAnswer } from "./answer.server";

/** The columns of the file, for those who answer in a table. It is read back by the first, and the last two. */
const headings = {
  number: "Number",
  discipline: "Discipline",
  sheet: "Sheet",
  code: "Code reference",
  text: "Correction",
  answer: "Your answer",
  place: "Where on the plans",
} as const;

export const maxTableBytes = 1024 * 1024;
export const maxTableRows = 2000;
const maxListed = 20;

/** The open corrections of a letter, with the answers so far. */
export const answerTable = (items: readonly AnsweredItem[]): { columns: string[]; rows: string[][] } => ({
  columns: Object.values(headings),
  rows: items.map(({ discipline, item, answer }) => [
    item.number,
    discipline,
    item.sheet ?? "",
    item.code ?? "",
    item.text,
    answer?.text ?? "",
    answer?.sheet ?? "",
  ]),
});

/** "f 3" is F-3. */
const comparable = (number: string): string =>
  number.toUpperCase().replace(/^\W*([A-Z]+)\W*0*(\d+)\W*$/, "$1-$2");

function columnsIn(header: readonly string[]) {
  const names = header.map((name) => cleanLine(name).trim().toLowerCase());
  const indexOf = (name: string) => names.indexOf(name.toLowerCase());
  const [number, answer] = [indexOf(headings.number), indexOf(headings.answer)];
  if (number < 0 || answer < 0) {
    const message = `The first row must name the columns ${headings.number} and ${headings.answer}`;
    throw refusalAtField("file", message);
  }
  return { number, answer, place: indexOf(headings.place) };
}

type ReadTable = {
  answers: NewAnswer[];
  /** "Row 14: F-99 is not an open correction of OAK-26-041-PC1" */
  problems: string[];
};

type Options = {
  letterNumber: string;
  /** Whether the table replaces answers that are there already. */
  replaces: boolean;
};

/** Reads a filled table. A row without an answer is none; one that is wrong does not stop the others. */
export function readAnswerTable(
  [header = [], ...rows]: readonly string[][],
  items: readonly AnsweredItem[],
  { letterNumber, replaces }: Options,
): ReadTable {
  const columns = columnsIn(header);
  const byNumber = new Map(items.map((row) => [row.item.number, row]));
  const rowsByNumber = new Map<string, number>();
  const answers: NewAnswer[] = [];
  const problems: { row: number; problem: string }[] = [];
  for (const [index, cells] of rows.entries()) {
    // People count the header too.
    const row = index + 2;
    const typed = cells[columns.answer] ?? "";
    if (typed.trim() === "") continue;
    const number = comparable(cells[columns.number] ?? "");
    const found = byNumber.get(number);
    const first = rowsByNumber.get(number);
    // Without the column, places stay as they are.
    const place = columns.place < 0 ? found?.answer?.sheet : cells[columns.place];
    const { data, error } = AnswerFields.safeParse({ text: typed, sheet: place ?? "" });
    const problem = () => {
      if (!found) return `${number || "A row without a number"} is not an open correction of ${letterNumber}`;
      if (first !== undefined) return `${number} is in row ${first} too`;
      if (error) return `${number}: ${error.issues.map(({ message }) => message).join(", ")}`;
      if (!data?.text) return `${number}: Answer this correction`;
      const { text, sheet = null } = data;
      const isOther = found.answer && (found.answer.text !== text || found.answer.sheet !== sheet);
      if (isOther && !replaces) return `${number} has another answer already`;
      const expectedVersion = replaces ? undefined : (found.answer?.updatedAt ?? notAnswered);
      answers.push({ correctionId: found.item.id, text, sheet, expectedVersion });
    };
    const wrong = problem();
    if (wrong) problems.push({ row, problem: wrong });
    if (found && first === undefined) rowsByNumber.set(number, row);
  }
  return { answers, problems: listed(problems) };
}

function listed(problems: { row: number; problem: string }[]): string[] {
  const messages = problems.slice(0, maxListed).map(({ row, problem }) => `Row ${row}: ${problem}`);
  const others = problems.length - messages.length;
  return others > 0 ? [...messages, `And ${pluralize(others, "more row", "more rows")}`] : messages;
}
