import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { constants } from "node:zlib";
import Database from "better-sqlite3";
import compression from "compression";
import { type PageData, permitsReader } from "./twins/permits-data";

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The same compression as in server.ts. */
const compress = compression({
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } },
}) as unknown as Step;

/** Serves the page of permits at every address, with a bare `node:http` server and nothing else. */
export function servePage(render: (page: PageData) => string): void {
  const readPage = permitsReader(new Database(process.env.DATABASE ?? "", { readonly: true }));
  createServer((request, response) => {
    compress(request, response, () => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(render(readPage()));
    });
  }).listen(Number(process.env.PORT), "localhost");
}
