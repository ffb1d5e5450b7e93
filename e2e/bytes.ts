import { readFileSync } from "node:fs";
import { type APIRequestContext, expect } from "@playwright/test";
import { pageBytes } from "../scripts/page-bytes";
import type { demoAccounts } from "./journey";

/** The most bytes of a page: what a server sends before the first acknowledgement; and of all its scripts, of the one that looks at a sheet, and of what it needs to draw on one. */
export const budget = JSON.parse(readFileSync("bench/budget.json", "utf8")) as {
  pageBytes: number;
  scriptBytesOfPage: number;
  lookingBytes: number;
  drawingBytes: number;
  pages: Record<keyof typeof demoAccounts | "signedOut", string[]>;
};

/** The bytes of a page or a file that is found. */
export async function bytesOf(url: string, cookie = "") {
  const { status, encoding, ...bytes } = await pageBytes(url, cookie);
  expect(status, url).toBe(200);
  expect(encoding, url).toBe("br");
  return bytes;
}

/** The session cookie without other cookies, as on a first visit. */
export async function sessionOf(request: APIRequestContext) {
  const { cookies } = await request.storageState();
  return (
    cookies.filter(({ name }) => name === "session").map(({ name, value }) => `${name}=${value}`)[0] ?? ""
  );
}
