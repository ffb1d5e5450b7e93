import { encode } from "uqr";

/** Returns a QR code as the path of an SVG, whose modules are squares of one unit. */
export function qrCodeOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text);
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}
