import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
import { type PageData, pageReader } from "./page-data";

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The same compression as in server.ts. */
const compress = compression({
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } },
}) as unknown as Step;

/** Serves the page of permits at every address, with a bare `node:http` server and nothing else. */
export function servePage(render: (page: PageData) => string): void {
  const readPage = pageReader(process.env.DATABASE ?? "");
  createServer((request, response) => {
    compress(request, response, () => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(render(readPage()));
    });
  }).listen(Number(process.env.PORT), "localhost");
}
