import type { Lettering, Outline, Paint, Point, Surface } from "./drawing-pen";

const number = (value: number) => Math.round(value * 100) / 100;
/** A tenth of a point is less than a dot of a printer. */
const place = ([x, y]: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
const startOf = ({ align }: Required<Lettering>, width: number) =>
  align === "left" ? 0 : align === "center" ? -width / 2 : -width;

const fontNames = ["Helvetica", "Helvetica-Bold"] as const;
const escaped = (words: string) => words.replace(/[\\()]/g, "\\$&");

/** Draws on the present page of a document. pdfkit's own texts, with kerning, would take most of the time. */
export function pdfSurface(document: PDFKit.PDFDocument): Surface {
  const widths = [new Map<string, number>(), new Map<string, number>()] as const;

  function widthOfLetter(letter: string, isBold: boolean): number {
    const known = widths[Number(isBold)]?.get(letter);
    if (known !== undefined) return known;
    const width = document
      .font(fontNames[isBold ? 1 : 0])
      .fontSize(1)
      .widthOfString(letter);
    widths[Number(isBold)]?.set(letter, width);
    return width;
  }

  const widthOf = (words: string, size: number, isBold: boolean): number => {
    let width = 0;
    for (const letter of words) width += widthOfLetter(letter, isBold);
    return width * size;
  };

  function draw(outlines: Outline[], { weight, gray, fill, dash }: Required<Paint>): void {
    const isFilled = fill >= 0;
    const operators = [`${number(weight)} w ${gray} G [${dash.join(" ")}] 0 d`];
    if (isFilled) operators.push(`${fill} g`);
    for (const { from, steps, isClosed } of outlines) {
      operators.push(`${place(from)} m`);
      for (const step of steps) {
        const [end] = step;
        if (step.length === 1 && end) operators.push(`${place(end)} l`);
        else operators.push(`${step.map(place).join(" ")} c`);
      }
      if (isClosed) operators.push("h");
    }
    operators.push(isFilled ? (weight > 0 ? "B" : "f") : "S");
    document.addContent(operators.join("\n"));
  }

  function write([x, y]: Point, words: string, lettering: Required<Lettering>): void {
    const { size, isBold, gray, align, turn } = lettering;
    const start = align === "left" ? 0 : startOf(lettering, widthOf(words, size, isBold));
    const angle = (turn / 180) * Math.PI;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const directions = [cosine, -sine, -sine, -cosine].map((part) => number(part * 100) / 100);
    const at = place([x + start * cosine, y - start * sine]);
    document.addContent(
      `BT ${gray} g /F${isBold ? 2 : 1} ${number(size)} Tf ${directions.join(" ")} ${at} Tm (${escaped(words)}) Tj ET`,
    );
  }

  function within(box: readonly [number, number, number, number], drawInside: () => void): void {
    document
      .save()
      .rect(...box)
      .clip();
    drawInside();
    document.restore();
  }

  return { draw, write, widthOf, within };
}

/** Starts a page which knows both fonts by their names in a surface. */
export function startPage(document: PDFKit.PDFDocument): void {
  document.addPage();
  for (const name of fontNames) document.font(name).text(" ", 0, 0, { lineBreak: false });
}
