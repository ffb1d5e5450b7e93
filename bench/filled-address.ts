import { pageCount } from "~/models/paging";
import type { Address, PagePosition } from "./address-lists/address";
import type { DataValues } from "./data-values";
import { options } from "./options";

/** `deep` is a page of a list that more than 1,000 pages separate from both ends; `whole` sends all rows. */
export type Gate = "page" | "deep" | "whole";

/** The limits of the time of a response, in milliseconds. */
export const limits = { page: { median: 25, p99: 50 }, deep: { median: 50, p99: 100 } } as const;

/** An address of certain data: `path` can be requested, and `name` is the same for all data. */
export type FilledAddress = Address & { name: string; gate: Gate };

const numberOf: Record<PagePosition, (pages: number) => number> = {
  second: () => 2,
  thousandth: () => 1000,
  middle: (pages) => Math.ceil(pages / 2),
  "last but 999": (pages) => pages - 999,
  last: (pages) => pages,
};

/** Returns the number of a page, which the list has. */
function pageNumber(position: PagePosition, pages: number): number {
  return Math.min(Math.max(1, numberOf[position](pages)), pages);
}

/** Returns the address with the ids and page numbers of the data; null if the data do not have such a row. */
export function fill(address: Address, { ids, totals }: DataValues): FilledAddress | null {
  let gate: Gate = address.isWhole ? "whole" : "page";
  let isComplete = true;
  const path = address.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const [position = "", total] = name.split(" of ");
    if (total !== undefined) {
      const pages = pageCount(totals[total] ?? 0);
      const page = pageNumber(position as PagePosition, pages);
      if (page > 1000 && page <= pages - 1000) gate = "deep";
      return String(page);
    }
    const id = ids[name];
    if (id === undefined) throw new Error(`No query finds ${name} in the data`);
    if (id === null) isComplete = false;
    return String(id);
  });
  return isComplete ? { ...address, path, name: `${address.visitor} ${address.path}`, gate } : null;
}

/** Whether the address contains the text of `--only`. */
export const isChosen = ({ name }: FilledAddress): boolean => name.includes(options.only);
