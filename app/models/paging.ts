/** The page numbers to offer: a window centred on the current page, clamped at both ends. */
export function pageWindow(page: number, pages: number, size = 5): number[] {
  const length = Math.min(size, pages);
  const centred = page - Math.floor(size / 2);
  const first = Math.max(1, Math.min(centred, pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

export const pageCount = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(total / pageSize));
