import { matchRoutes, type RouterContextProvider } from "react-router";
import { cycleOf, handleByMethod, idOf, parseBody, parseQuery, withoutPageDetails } from "~/api.server";
import { type Endpoint, type Paging, pageOf, sortRows } from "~/endpoint.server";
import { env } from "~/env.server";
import { textStream } from "~/http/text-stream.server";
import { countPagedRows, type List } from "~/models/list.server";
import { rowsBefore } from "~/models/paging";
import { notFound, Refusal } from "~/models/refusal";
import { z } from "~/models/schema.server";
import { viewerOf } from "~/viewer.server";
import { endpoints } from "./endpoints.server";

type Arguments = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/** The endpoints of each address, spelled for React Router. */
const addresses = [...Map.groupBy(endpoints, ({ address }) => address)].map(([address, handle]) => ({
  path: address.replace(/\{(\w+)\}/g, ":$1"),
  handle,
}));

/** Responds to any request under /api, by the endpoint of its address and method. */
export function respond({ request, url, context }: Arguments): Promise<Response> {
  const [match] = matchRoutes(addresses, url.pathname) ?? [];
  if (match) {
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
  return handleByMethod(request, {
    GET: unknown,
    POST: unknown,
    PUT: unknown,
    PATCH: unknown,
    DELETE: unknown,
  });
}

type Sent = { query?: ListQuery; id?: number; pricingId?: number };

/** Checks who sent a request, and parses what the endpoint takes. */
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
    name === "cycle" ? cycleOf({ cycle: text }) : idOf({ id: text }),
  ]);
  return {
    ...{ request, url, context, viewer },
    ...Object.fromEntries(parameters),
    query: endpoint.query && parseQuery(url, endpoint.query),
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
  const { handle, readRow, row, says } = endpoint;
  try {
    const handled = await handle(sent as never);
    const result = says
      ? { id: sent.pricingId ?? sent.id, message: says }
      : await (readRow?.(sent as never) ?? handled);
    return result instanceof Response ? result : await reply(endpoint, result, sent.query);
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.current === undefined) throw error;
    const current = await readRow?.(sent as never).catch(() => undefined);
    return withoutPageDetails(error, row?.safeParse(current).data);
  }
}

type ListQuery = Paging & { sort?: string };
type ListEndpoint = Endpoint & { response: z.ZodArray<z.ZodType> };

/** Returns JSON with exactly the fields of the response's schema. */
function reply(endpoint: Endpoint, result: unknown, requested: ListQuery = {}): Response | Promise<Response> {
  if (Array.isArray(result)) return replyRows(endpoint as ListEndpoint, result, requested);
  if (endpoint.response?.type === "array") {
    return replyList(endpoint as ListEndpoint, result as List<unknown>, requested);
  }
  const { response, status = 200 } = endpoint;
  return Response.json(response?.parse(result), { status, headers: uncached });
}

const uncached = { "Cache-Control": "private, no-store" };

/** Returns rows that are all in memory, sorted: the requested page or all of them. */
function replyRows(
  { response, status = 200 }: ListEndpoint,
  rows: unknown[],
  requested: ListQuery,
): Response {
  const sorted = sortRows(rows, requested.sort);
  const { page = 1, pageSize = sorted.length } = pageOf(requested) ?? {};
  const onPage = sorted.slice(rowsBefore(page, pageSize), page * pageSize);
  const headers = { ...uncached, "X-Total-Count": String(sorted.length) };
  return Response.json(response.parse(onPage), { status, headers });
}

/** The requested page, or all rows, written batch by batch as they are read. */
async function replyList(
  { response, mayCapTotal }: ListEndpoint,
  list: List<unknown>,
  requested: ListQuery,
): Promise<Response> {
  const paging = pageOf(requested);
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

/** Yields the text of a JSON array of all rows, one piece for each batch. */
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
