import { readdirSync } from "node:fs";
import { matchRoutes } from "react-router";
import { buildHeader } from "../app/models/reference";
import { leaves } from "../app/testing/route-addresses";

const manifest = /^manifest-(\w+)\.js$/;
const [, build = ""] = readdirSync("build/client/assets").flatMap((name) => manifest.exec(name) ?? []);

/** The headers with which a page asks for the data of another one. */
export const ofThisBuild = { [buildHeader]: build };

/** The gallery shows parts of many pages in one. */
const gallery = "/test-ui";

const pages = leaves
  .filter(({ file, address, isDialog }) => file.endsWith(".tsx") && !isDialog && address !== gallery)
  .map(({ address }) => ({ path: address }));

/** Returns the pages, without their dialogs, that none of the addresses opens, such as `/permits/:id`. */
export function pagesWithout(addresses: string[]): string[] {
  const opened = addresses.map(
    (address) => matchRoutes(pages, address.replace(/[?#].*/, ""))?.[0]?.route.path,
  );
  return pages.map(({ path }) => path).filter((path) => !opened.includes(path));
}
