import { matchRoutes } from "react-router";
import { leaves } from "../app/testing/route-addresses";

/** The gallery shows parts of many pages in one. */
const gallery = "/test-ui";

const pages = leaves
  .filter(({ file, address }) => file.endsWith(".tsx") && address !== gallery)
  .map(({ address }) => ({ path: address }));

/** Returns the pages that none of the addresses opens, such as `/permits/:id`. */
export function pagesWithout(addresses: string[]): string[] {
  const opened = addresses.map(
    (address) => matchRoutes(pages, address.replace(/[?#].*/, ""))?.[0]?.route.path,
  );
  return pages.map(({ path }) => path).filter((path) => !opened.includes(path));
}
