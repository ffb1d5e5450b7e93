import { readFileSync } from "node:fs";
import { pageBytes } from "../scripts/page-bytes";
import type { BenchContext, Row } from "./bench";
import { countOf, kilobytes } from "./figures";
import { startBenchServer } from "./servers";

const gate: number = JSON.parse(readFileSync("bench/budget.json", "utf8")).pageBytes;

/** What programs read, and the gallery of all parts of pages. */
const notVisited = /^\/(api|test-ui)\b/;
/** Lists with more rows than at first, which their reader has asked for. */
const isLonger = ({ name }: { name: string }) => /[?&](rows|show)=/.test(name);

type Page = { name: string; html: number; all: number };

/** Measures how much of every page a first visit receives before its HTML and styles are complete, and in all. */
export async function measure({ folderOf, permits, isChosen }: BenchContext): Promise<Row[]> {
  const server = await startBenchServer(await folderOf(permits));
  try {
    const visited: Page[] = [];
    for (const { name, path, visitor, isWhole, form } of server.addresses.filter(isChosen)) {
      if (isWhole || form !== undefined || notVisited.test(path)) continue;
      const { html, all } = await pageBytes(`${server.url}${path}`, server.sessionOf(visitor));
      visited.push({ name, html, all });
    }
    const [longer = [], pages = []] = [true, false].map((isAsked) =>
      visited.filter((page) => isLonger(page) === isAsked),
    );
    const over = pages.filter(({ html }) => html > gate).length;
    return [
      {
        what: `HTML and the CSS it needs, any page with ${countOf(permits)} permits`,
        gate: kilobytes(gate),
        measured: `worst ${largest(pages, "html")}, with the data for scripts ${largest(pages, "all")}; ${over} of ${pages.length} pages over. Of the lists that their reader has made longer, the longest has ${largest(longer, "html")}`,
        holds: over === 0,
      },
    ];
  } finally {
    await server.stop();
  }
}

function largest(pages: Page[], part: "html" | "all"): string {
  const [page] = pages.toSorted((first, second) => second[part] - first[part]);
  return `${kilobytes(page?.[part] ?? 0)} (\`${page?.name}\`)`;
}
