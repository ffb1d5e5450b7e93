import type { ContentProblem } from "../files/plan-file";
import { pluralize } from "../pluralize";

/** What of a stored content is not in the archive as it was stored. */
export type ArchiveProblem = { path: string; problem: ContentProblem };

export type ArchiveFacts = {
  city: { id: number; name: string; code: string };
  provider: string;
  /** In UTC. */
  begunAt: string;
  endedAt: string;
  /** The rows of each CSV file, by its name. */
  rows: Record<TableName, number>;
  /** Plan files and letters. */
  files: number;
  problems: ArchiveProblem[];
};

const tableTexts = {
  "permits.csv": "The permits",
  "plan-checks.csv": "Their plan checks, with the days of each",
  "corrections.csv": "Corrections, conditions and notes, as the latest letters say them",
  "letters.csv": "The released letters",
  "answers.csv": "The answers to their corrections, also before they are sent",
  "comments.csv": "The discussion, as the city reads it",
  "plan-files.csv": "The plan files",
  "fees.csv": "What was charged to the city",
  "users.csv": "The city's users",
};

export type TableName = keyof typeof tableTexts;
export const tableNames = Object.keys(tableTexts) as TableName[];

export const sumsName = "SHA256SUMS";

export function archiveReadme({
  city,
  provider,
  begunAt,
  endedAt,
  rows,
  files,
  problems,
}: ArchiveFacts): string {
  const tables = tableNames.map(
    (name) => `  ${name.padEnd(18)}${tableTexts[name]}: ${pluralize(rows[name], "row", "rows")}`,
  );
  return [
    `Records of ${city.name} (${city.code})`,
    "",
    `From ${provider}, who keeps them in Redline. They were read from ${begunAt} to ${endedAt} (UTC).`,
    "What changed between these two moments may be in one file and not in another.",
    "",
    "What is in this archive",
    "",
    ...tables,
    "  permits/          A folder for each permit, with its plan files by review cycle and its letters:",
    `                    ${pluralize(files, "file", "files")}`,
    "  logo.webp         The city's logo, if it has one",
    "  manifest.json     All files with their sizes and hashes, for programs",
    `  ${sumsName}        All files with their hashes`,
    "",
    "It has what the city's users can read in Redline, the fees, and the names and email addresses of these users.",
    "",
    "How to read it",
    "",
    'Any spreadsheet opens the CSV files (UTF-8). Rows belong together by "Permit id"; "File in this archive" is',
    "the place of a plan file or letter. Moments are in UTC, amounts in dollars. A text that begins with one of",
    "= + - @ has an apostrophe before it, and is not run as a formula.",
    'An answer in corrections.csv is the one that the latest letter shows. In answers.csv, one without "Sent at" is',
    "a draft.",
    "A file name that another computer could not have was changed; the CSV file has the original.",
    "",
    "How to check it",
    "",
    `Extract the archive, and run in its folder:  sha256sum -c ${sumsName}`,
    `(on a Mac:  shasum -a 256 -c ${sumsName}; on Windows, one file:  certutil -hashfile NAME SHA256).`,
    "",
    problems.length === 0
      ? "Nothing is missing."
      : `${pluralize(problems.length, "file is", "files are")} missing or damaged, as ${provider} had lost or damaged them before. manifest.json names them under "problems".`,
    "",
  ].join("\r\n");
}
