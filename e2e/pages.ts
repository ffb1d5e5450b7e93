import { readdirSync } from "node:fs";
import { basename } from "node:path";

const folders = ["staff", "portal", "account"];

/** The gallery shows parts of many pages in one. */
const gallery = "/test-ui";

/** Returns the addresses of all pages, as the names of their route files say, such as `/permits/$id`. */
const pageAddresses = (): string[] =>
  folders
    .flatMap((folder) => readdirSync(`app/routes/${folder}`))
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => basename(file, ".tsx").split("."))
    .filter((parts) => parts.length > 1 || !parts[0]?.startsWith("_"))
    .map((parts) => parts.filter((part) => !part.startsWith("_")).map((part) => part.replace(/_$/, "")))
    .map((parts) => `/${parts.join("/")}`)
    .filter((address) => address !== gallery);

/** Returns the pages that none of the addresses opens. Any unknown address opens the page `/$`. */
export function pagesWithout(addresses: string[]): string[] {
  const pages = pageAddresses().map((page) => ({ page, pattern: patternOf(page) }));
  const opened = addresses.map((address) => {
    const path = address.replace(/[?#].*/, "");
    const exact = pages.find(({ page }) => page === path);
    return (exact ?? pages.find(({ page, pattern }) => page !== "/$" && pattern.test(path)))?.page ?? "/$";
  });
  return pages.map(({ page }) => page).filter((page) => !opened.includes(page));
}

const patternOf = (page: string) => new RegExp(`^${page.replaceAll(/\$\w*/g, "[^/]+")}$`);
