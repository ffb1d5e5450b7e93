import { wholeNumber } from "./whole-number";

/** The rows on a page of every list, unless a user or a program requests another number. */
export const pageSize = 10;

/** What a user can choose, where the specification does not say ten. */
export const pageSizes = [pageSize, 25, 50];

export function rowsIn(parameters: URLSearchParams): number | undefined {
  const rows = parameters.get("rows");
  return pageSizes.find((size) => size !== pageSize && String(size) === rows);
}

/** What of a list is shown. */
export type ListPage = { page?: number; rows?: number };

export const readListPage = (parameters: URLSearchParams): ListPage => ({
  page: wholeNumber(parameters.get("page")),
  rows: rowsIn(parameters),
});

export function pageWindow(page: number, pages: number, size = 5): number[] {
  const length = Math.min(size, pages);
  const centred = page - Math.floor(size / 2);
  const first = Math.max(1, Math.min(centred, pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

export const pageCount = (total: number, size: number = pageSize) => Math.max(1, Math.ceil(total / size));

export const nearestPage = (requested: number | undefined, total: number, size: number = pageSize): number =>
  Math.min(Math.max(1, Math.trunc(requested ?? 1) || 1), pageCount(total, size));

export const rowsBefore = (page: number, size: number = pageSize): number => (page - 1) * size;

/** From the nearer end of the list; `isFromEnd` means in reverse order. */
export function sliceFromNearerEnd(before: number, total: number, size: number = pageSize) {
  const limit = Math.max(0, Math.min(size, total - before));
  const after = Math.max(0, total - before - limit);
  return { isFromEnd: after < before, offset: Math.min(before, after), limit };
}
