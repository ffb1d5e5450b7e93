/** The rows on a page of every list, unless a program requests another number. */
export const pageSize = 10;

/** Returns the page numbers to link to: a window centred on the current page, clamped at both ends. */
export function pageWindow(page: number, pages: number, size = 5): number[] {
  const length = Math.min(size, pages);
  const centred = page - Math.floor(size / 2);
  const first = Math.max(1, Math.min(centred, pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

/** Returns the number of pages for a number of rows; an empty list has one page. */
export const pageCount = (total: number, size: number = pageSize): number =>
  Math.max(1, Math.ceil(total / size));

/** Returns the requested page, or the nearest page that exists for this number of rows. */
export const nearestPage = (requested: number | undefined, total: number, size: number = pageSize): number =>
  Math.min(Math.max(1, Math.trunc(requested ?? 1) || 1), pageCount(total, size));

/** Returns the number of rows before a page. */
export const rowsBefore = (page: number, size: number = pageSize): number => (page - 1) * size;

/**
 * Returns how to read some rows of a list from its nearer end: if `isFromEnd`, in reverse order. `offset` rows are
 * skipped and `limit` rows are read.
 */
export function sliceFromNearerEnd(before: number, total: number, size: number = pageSize) {
  const limit = Math.max(0, Math.min(size, total - before));
  const after = Math.max(0, total - before - limit);
  return { isFromEnd: after < before, offset: Math.min(before, after), limit };
}
