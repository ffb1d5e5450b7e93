import { matchRoutes, type RouterContextProvider } from "react-router";
import { recordEntireList } from "~/models/audit/export.server";
import { rowsBefore } from "~/models/paging";
import type { Viewer } from "~/models/policy";
import { notFound, Refusal } from "~/models/refusal";
import { z } from "~/models/schema.server";
import {
  cycleOf,
  handleByMethod,
  idOf,
  parseBody,
  parseQuery,
  withoutPageDetails,
} from "~/platform/api/api.server";
import { type Endpoint, type Paging, pageOf, parseSort, sortRows } from "~/platform/api/endpoint.server";
import { countPagedRows, type List } from "~/platform/db/list.server";
import { env } from "~/platform/env.server";
import { textStream } from "~/platform/http/text-stream.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { noteRoute } from "~/platform/request-facts.server";
import { endpoints } from "./endpoints.server";

type Arguments = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

const addresses = [...Map.groupBy(endpoints, ({ address }) => address)].map(([address, handle]) => ({
  path: address.replace(/\{(\w+)\}/g, ":$1"),
  handle,
}));

/** Responds to any request under /api, by the endpoint of its address and method. */
export function respond({ request, url, context }: Arguments): Promise<Response> {
  const [match] = matchRoutes(addresses, url.pathname) ?? [];
  if (match) {
    noteRoute(match.route.path);
    const handlers = match.route.handle.map((endpoint) => [
      endpoint.method,
      async () => resultOf(endpoint, await readRequest(endpoint, { request, url, context }, match.params)),
    ]);
    return handleByMethod(request, Object.fromEntries(handlers));
  }
  const unknown = () => {
    viewerOf(context);
    throw new Refusal(404, "There is no such address in the API");
  };
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  return handleByMethod(request, Object.fromEntries(methods.map((method) => [method, unknown])));
}

type Sent = {
  viewer: Viewer | null;
  sort?: string;
  paging: Paging;
  id?: number;
  pricingId?: number;
};

async function readRequest(
  endpoint: Endpoint,
  { request, url, context }: Arguments,
  texts: Record<string, string | undefined>,
): Promise<Sent> {
  const { who, isCheckedInScope, isDemo } = endpoint;
  if (isDemo && !env.DEMO) throw notFound("Page");
  const capability = who === "signed in" || who === "public" || isCheckedInScope ? undefined : who;
  const viewer = who === "public" ? null : viewerOf(context, capability);
  const parameters = Object.entries(texts).map(([name, text]) => [
    name,
    name === "cycle" ? cycleOf({ cycle: text }) : idOf(text),
  ]);
  const parsed: ListQuery = endpoint.query ? parseQuery(url, endpoint.query) : {};
  const { sort, page, pageSize, limit, ...query } = parsed;
  return {
    ...{ request, url, context, viewer, query, sort },
    ...Object.fromEntries(parameters),
    order: parseSort(sort),
    paging: { page, pageSize, limit },
    body: await readBody(endpoint, request),
  };
}

const nothing = z.strictObject({});

async function readBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  const { method, readsBody, parts } = endpoint;
  if (method === "GET" || readsBody || parts) return undefined;
  return parseBody(request, endpoint.body ?? nothing, {
    mayBeMissing: !endpoint.body || method === "DELETE",
  });
}

async function resultOf(endpoint: Endpoint, sent: Sent): Promise<Response> {
  const { readRow, row, body, status } = endpoint;
  try {
    const result = await handled(endpoint, sent);
    return result instanceof Response ? result : await reply(endpoint, result, sent);
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.current === undefined) throw error;
    // Who creates a row, or sends nothing, has read no version of it.
    const hasVersion = body && status !== 201;
    const current = hasVersion && (await readRow?.(sent as never).catch(() => undefined));
    return withoutPageDetails(error, row?.safeParse(current).data);
  }
}

async function handled({ handle, change, readRow, says, status }: Endpoint, sent: Sent): Promise<unknown> {
  if (handle) return handle(sent as never);
  const changed = await change?.(sent as never);
  if (says) return { id: sent.pricingId ?? sent.id, message: says };
  const created = status === 201 ? { id: (changed as { id: number }).id } : {};
  return readRow?.({ ...sent, ...created } as never);
}

type ListQuery = Paging & { sort?: string };
type ListEndpoint = Endpoint & { response: z.ZodArray<z.ZodType> };

/** Returns JSON with exactly the fields of the response's schema. */
function reply(endpoint: Endpoint, result: unknown, sent: Sent): Response | Promise<Response> {
  const { sort, paging } = sent;
  if (Array.isArray(result)) return replyRows(endpoint as ListEndpoint, sortRows(result, sort), paging);
  if (endpoint.response?.type === "array") {
    return replyList(endpoint as ListEndpoint, result as List<unknown>, sent);
  }
  const { response, status = 200 } = endpoint;
  return Response.json(response?.parse(result), { status, headers: uncached });
}

const uncached = { "Cache-Control": "private, no-store" };

function replyRows({ response, status = 200 }: ListEndpoint, rows: unknown[], requested: Paging): Response {
  const { page = 1, pageSize = rows.length } = pageOf(requested) ?? {};
  const onPage = rows.slice(rowsBefore(page, pageSize), page * pageSize);
  const headers = { ...uncached, "X-Total-Count": String(rows.length) };
  return Response.json(response.parse(onPage), { status, headers });
}

/** The requested page, or all rows, written batch by batch as they are read. */
async function replyList(
  { address, response, mayCapTotal }: ListEndpoint,
  list: List<unknown>,
  { paging: requested, viewer }: Sent,
) {
  const paging = pageOf(requested);
  const isOfOneRow = address.includes("{");
  if (!paging && viewer && !isOfOneRow) await recordEntireList(viewer, address);
  const counted = paging ? await countPagedRows(list) : { total: await list.count(), isCapped: false };
  const batches = paging ? [await list.page(paging.page, paging.pageSize)] : list.all();
  const texts = arrayText(batches, (row) => JSON.stringify(response.element.parse(row)));
  const headers = {
    ...uncached,
    "Content-Type": "application/json",
    "X-Total-Count": String(counted.total),
    ...(mayCapTotal ? { "X-Total-Capped": String(counted.isCapped) } : {}),
  };
  return new Response(await textStream(texts), { headers });
}

async function* arrayText<Row>(
  batches: Iterable<Row[]> | AsyncIterable<Row[]>,
  toText: (row: Row) => string,
) {
  let separator = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map(toText).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
