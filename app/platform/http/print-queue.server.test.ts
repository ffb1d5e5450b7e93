import { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Viewer } from "~/models/policy";
import { requestHtml, requestPage } from "~/testing/page-request";
import { contextOf, signInCookie } from "~/testing/test-addresses";
import { makeViewer } from "~/testing/test-rows";
import { printQueueMiddleware } from "./print-queue.server";

type Context = RouterContextProvider;

let dana: Viewer;
/** The contexts of requests by six administrators; the first is of Dana. */
let contexts: Context[];
let own: Context;
let another: Context;
beforeAll(async () => {
  dana = await makeViewer("admin");
  const others = await Promise.all(Array.from({ length: 5 }, () => makeViewer("admin")));
  contexts = await Promise.all([dana, ...others].map(contextOf));
  [own, another] = contexts as [Context, Context];
});

/** Requests pages whose drawing the test ends, in the order in which they began. */
function controlledPages() {
  const ends: (() => void)[] = [];
  let [drawing, most] = [0, 0];
  const draw = async () => {
    drawing += 1;
    most = Math.max(most, drawing);
    await new Promise<void>((resolve) => ends.push(resolve));
    drawing -= 1;
    return new Response("A page");
  };
  const request = (context: Context, address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost:3000");
    return printQueueMiddleware({ request: new Request(url, init), url, context }, draw);
  };
  return {
    request,
    begun: () => ends.length,
    most: () => most,
    endAll: async (responses: Promise<unknown>[]) => {
      let isDone = false;
      const all = Promise.allSettled(responses).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        for (const end of ends) end();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return all;
    },
  };
}

const statuses = (results: PromiseSettledResult<unknown>[]) =>
  results.map(
    (result) => ((result.status === "fulfilled" ? result.value : result.reason) as Response).status,
  );

describe("pages to print", () => {
  test("are drawn one at a time, others wait, and too many are refused", async () => {
    const pages = controlledPages();
    const responses = contexts.flatMap((context) =>
      [1, 2, 3, 4].map((id) => pages.request(context, `/permits/${id}/letter?print`)),
    );
    const results = await pages.endAll(responses);
    expect(statuses(results).filter((status) => status === 200)).toHaveLength(21);
    expect(statuses(results).filter((status) => status === 503)).toHaveLength(3);
    const refused = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({
      message: "Many long pages are being prepared. Please try again in a moment.",
      details: { retryAfter: 5 },
    });
    expect(pages.most()).toBe(1);
  });

  test("of one viewer leave room for others", async () => {
    const pages = controlledPages();
    const printing = Array.from({ length: 6 }, () => pages.request(own, "/permits/1/letter?print"));
    const other = pages.request(another, "/plan-check-calendar?print");
    const results = await pages.endAll([...printing, other]);
    expect(statuses(results)).toEqual([200, 200, 200, 200, 503, 503, 200]);
  });

  test("whose client has disconnected are not drawn, and do not count", async () => {
    const pages = controlledPages();
    const left = new AbortController();
    const first = pages.request(own, "/permits/1/letter?print");
    const lost = [1, 2, 3].map((id) =>
      pages.request(own, `/permits/${id}/letter?print`, { signal: left.signal }),
    );
    await vi.waitFor(() => expect(pages.begun()).toBe(1));
    left.abort();
    const again = pages.request(own, "/permits/1/letter?print");
    expect(statuses(await pages.endAll([first, ...lost, again]))).toEqual([200, 503, 503, 503, 200]);
    expect(pages.begun()).toBe(2);
  });

  test("do not hold up others, nor forms, nor who is signed out", async () => {
    const pages = controlledPages();
    const others = [
      pages.request(own, "/permits/1/letter"),
      pages.request(own, "/permits/1/letter?print", { method: "POST" }),
      pages.request(new RouterContextProvider(), "/permits/1/letter?print"),
    ];
    const print = pages.request(own, "/permits/1/letter?print");
    await vi.waitFor(() => expect(pages.begun()).toBe(4));
    await pages.endAll([...others, print]);
  });

  test("that are refused say so on a plain page", async () => {
    const lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const cookie = await signInCookie(dana);
    const pages = controlledPages();
    const address = "/plan-check-calendar?print";
    const printing = Array.from({ length: 4 }, () => pages.request(own, address));
    const page = await requestHtml(address, cookie);
    const data = await requestPage("/plan-check-calendar.data?print", cookie);
    const message = "Many long pages are being prepared. Please try again in a moment.";
    for (const response of [page, data])
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await page.text()).toContain(`<p>${message}</p>`);
    expect(await data.text()).toContain(message);
    expect(statuses(await pages.endAll(printing))).toEqual([200, 200, 200, 200]);
    expect((await requestPage(address, cookie)).status).toBe(200);
    lines.mockRestore();
  });
});
