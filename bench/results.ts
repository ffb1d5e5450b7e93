import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Row, Section } from "./part";

const file = "bench/results.md";
const summaryColumns = ["what", "gate", "aim", "measured", "peers, same run", "gate holds"];

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const line = (cells: string[]): string => `| ${cells.map(cell).join(" | ")} |`;
const table = (columns: string[], rows: string[][]): string =>
  [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");

const summaryCells = ({ what, gate = "", aim = "", measured, peers = "", holds }: Row): string[] => [
  what,
  gate,
  aim,
  measured,
  peers,
  holds === undefined ? "" : holds ? "yes" : "**no**",
];

const startOf = (part: string): string => `<!-- part: ${part} -->`;

/** The sections of the file by part: everything between the mark of a part and the next mark. */
function readSections(): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const pieces = text.split(/<!-- part: (\w+) -->\n/).slice(1);
  const sections = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) {
    sections.set(pieces[index] ?? "", (pieces[index + 1] ?? "").trim());
  }
  return sections;
}

/** The rows of a section's first table, which is its summary. */
function summaryRows(section: string): string[] {
  const lines = section.split("\n");
  const start = lines.indexOf(line(summaryColumns));
  if (start < 0) return [];
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((text) => !text.startsWith("|"));
  return end < 0 ? rest : rest.slice(0, end);
}

function sectionText({ title, columns, rows, summary }: Section, note: string): string {
  const summaryTable = table(summaryColumns, summary.map(summaryCells));
  return [`## ${title}`, note, summaryTable, table(columns, rows)].join("\n\n");
}

type Measured = { part: string; section: Section; note: string };

/** Replaces the section of a part in the results, and writes the summary of all parts again. */
export function writeResults(
  { part, section, note }: Measured,
  machine: [string, string][],
  order: string[],
): void {
  const sections = readSections().set(part, sectionText(section, note));
  const parts = order.filter((name) => sections.has(name));
  const all = parts.flatMap((name) => summaryRows(sections.get(name) ?? ""));
  const text = [
    "# Results of the benchmark",
    "`npm run bench` writes this file. [performance.md](../docs/performance.md) describes what is measured.",
    table(["of the latest run", ""], machine),
    "## Speed of the server",
    [line(summaryColumns), line(summaryColumns.map(() => "---")), ...all].join("\n"),
    ...parts.map((name) => `${startOf(name)}\n${sections.get(name)}`),
  ];
  writeFileSync(file, `${text.join("\n\n")}\n`);
}
