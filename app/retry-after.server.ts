/** How many seconds to wait after a refused request. The router drops the header unless each route passes it on. */
const waits = new WeakMap<Request, number>();

export function setRetryAfter(request: Request, seconds: number | undefined): void {
  if (seconds) waits.set(request, seconds);
}

export const retryAfterOf = (request: Request): number | undefined => waits.get(request);
