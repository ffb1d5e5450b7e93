/** The rows on a page of every list, unless a program requests another number. */
export const pageSize = 10;

/** The page numbers to offer: a window centred on the current page, clamped at both ends. */
export function pageWindow(page: number, pages: number, size = 5): number[] {
  const length = Math.min(size, pages);
  const centred = page - Math.floor(size / 2);
  const first = Math.max(1, Math.min(centred, pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

/** How many pages so many rows make; none make one, which is empty. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / pageSize));

/** The page of so many rows that is asked for; one that does not exist becomes the nearest. */
export const nearestPage = (asked: number | undefined, total: number): number =>
  Math.min(Math.max(1, Math.trunc(asked ?? 1) || 1), pageCount(total));

/** How many rows come before a page. */
export const rowsBefore = (page: number, size: number = pageSize): number => (page - 1) * size;
