import { text } from "node:stream/consumers";
import { runInNewContext } from "node:vm";
import { renderToReadableStream, renderToString } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  RouterContextProvider,
  Scripts,
  ServerRouter,
} from "react-router";
import { expect, test } from "vitest";
import { serverBuildOf } from "~/testing/server-build";
import { pageDataScript, takePageData } from "./page-data.server";
import { pageParts } from "./page-response.server";

const pageAddress = "http://localhost:3000/";
const hostileName = `</script><!--<script>&amp;\u2028\u2029$&"'\\</body>`;

/** Renders a page whose loader returns this name, with the router's context. */
async function pageOf(name: string, hasScripts: boolean, render: (context: EntryContext) => Promise<string>) {
  const Root = () => (
    <html lang="en">
      <body>
        <Outlet />
        {hasScripts && <Scripts nonce="n" />}
      </body>
    </html>
  );
  const module = { default: Root, loader: () => ({ name }) };
  const build = {
    ...serverBuildOf([{ id: "root", path: "", module }]),
    entry: {
      module: {
        default: async (_request: Request, _status: number, _headers: Headers, context: EntryContext) =>
          new Response(await render(context)),
      },
    },
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: { root: { id: "root", path: "", module: "/root.js", hasLoader: true } },
      url: "/manifest.js",
      version: "1",
    },
  } as unknown as Parameters<typeof createRequestHandler>[0];
  const request = new Request(pageAddress);
  return (await createRequestHandler(build, "production")(request, new RouterContextProvider())).text();
}

const ofTheRouter = async (context: EntryContext) => {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={pageAddress} nonce="n" />);
  await stream.allReady;
  return text(stream);
};

const ofRedline = async (routerContext: EntryContext) => {
  const { context, pageData } = await takePageData(routerContext);
  const html = renderToString(<ServerRouter context={context} url={pageAddress} nonce="n" />);
  return pageParts(html, "", pageDataScript(pageData, context, "n")).join("");
};

/** Runs the scripts that send data to the browser's router, and returns what they send. */
function dataIn(html: string) {
  const sent: string[] = [];
  const streamController = { enqueue: (text: string) => sent.push(text), close: () => sent.push("closed") };
  runInNewContext(scriptsIn(html), { window: { __reactRouterContext: { streamController } } });
  return sent;
}

const scriptsIn = (html: string) =>
  [...html.matchAll(/<script nonce="n">((?:(?!<\/script>).)*streamController\.[ec].*?)<\/script>/g)]
    .map(([, script]) => script)
    .filter((script) => !script?.includes("ReadableStream"))
    .join("");

test("the browser gets the data exactly as React Router sends them, hostile names too", async () => {
  for (const name of ["Oak Street 12", hostileName]) {
    const expected = dataIn(await pageOf(name, true, ofTheRouter));
    expect(expected.at(-1)).toBe("closed");
    expect(expected.join()).toContain(JSON.stringify(name));
    expect(dataIn(await pageOf(name, true, ofRedline))).toEqual(expected);
  }
});

test("nothing in the data ends their script", async () => {
  const html = await pageOf(hostileName, true, ofRedline);
  const scripts = html.slice(html.lastIndexOf("<script"));
  expect(scripts.match(/<\/?script|<!--|<\/body>/g)).toEqual(["<script", "</script", "</body>"]);
  expect(scripts).not.toMatch(/[\u2028\u2029]/);
});

test("a page without scripts gets no data", async () => {
  expect(await pageOf("Oak Street 12", false, ofRedline)).not.toContain("Oak Street 12");
});
