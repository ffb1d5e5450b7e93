const units = ["KB", "MB", "GB"];

/** "1.5 MB" */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let size = bytes / 1024;
  let unit = 0;
  while (Math.round(size) >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
