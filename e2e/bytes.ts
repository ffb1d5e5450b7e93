import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { type APIRequestContext, expect } from "@playwright/test";
import type { demoAccounts } from "./journey";

/** The most bytes of a page: what a server sends before the first acknowledgement; and of all its scripts. */
export const budget = JSON.parse(readFileSync("bench/budget.json", "utf8")) as {
  pageBytes: number;
  scriptBytesOfPage: number;
  pages: Record<keyof typeof demoAccounts | "signedOut", string[]>;
};

/** The bytes of a response on the wire, including its headers. */
export function bytesOf(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, "accept-encoding": "gzip, deflate, br", connection: "close" };
    httpRequest(url, { headers, agent: false }, (response) => {
      const { socket } = response;
      expect(response.statusCode, url).toBe(200);
      expect(response.headers["content-encoding"], url).toBe("br");
      response.resume().on("end", () => resolve(socket.bytesRead));
    })
      .on("error", reject)
      .end();
  });
}

/** The session cookie without other cookies, as on a first visit. */
export async function sessionOf(request: APIRequestContext) {
  const { cookies } = await request.storageState();
  return (
    cookies.filter(({ name }) => name === "session").map(({ name, value }) => `${name}=${value}`)[0] ?? ""
  );
}
