/** How a letter's text is drawn; sizes in points. */
export type TextStyle = { font: "regular" | "bold"; size: number; leading: number; color: string };
export type Span = { text: string; style: TextStyle };
export type Line = { spans: (Span & { x: number })[]; height: number };

/** Returns the width of a text in points. */
export type Measure = (text: string, style: TextStyle) => number;

/** Words are kept whole up to this length, and broken only after signs such as a hyphen up to the other. */
const longestWhole = 20;
const longestUnbroken = 40;

const afterSign = /(?<=[-–—/\\_.,;:&?=+@|])(?=[^\s])/u;
const unbroken = new RegExp(`(?:.\\p{M}*){1,${longestUnbroken}}`, "gsu");

/** Returns the parts of a word between which a line can break. */
function partsOf(word: string): string[] {
  if (word.length <= longestWhole) return [word];
  return word
    .split(afterSign)
    .flatMap((part) => (part.length > longestUnbroken ? (part.match(unbroken) ?? []) : [part]));
}

/** Returns the words with the spaces after them, and the line breaks. */
const wordsOf = (text: string): string[] => text.match(/\n|[^\n ]+ ?| /g) ?? [];

/** Returns the characters that fit into a width, at least one, and the others. */
function cut(text: string, style: TextStyle, width: number, measure: Measure): [string, string] {
  let end = 0;
  let x = 0;
  for (const character of text) {
    x += measure(character, style);
    if (x > width && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** Breaks texts, which follow one another, into lines. An empty line is half as high. No text has no line. */
export function breakLines(spans: Span[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = { spans: [], height: 0 };
  let x = 0;
  let isContinued = false;
  const endLine = (style: TextStyle, continues = false) => {
    lines.push({ ...line, height: line.height || style.leading / 2 });
    line = { spans: [], height: 0 };
    x = 0;
    isContinued = continues;
  };
  const add = (text: string, style: TextStyle) => {
    const last = line.spans.at(-1);
    if (last?.style === style) last.text += text;
    else line.spans.push({ text, style, x });
    line.height = Math.max(line.height, style.leading);
    x += measure(text, style);
  };
  const place = (part: string, style: TextStyle): void => {
    // The space after a word may be outside.
    const isTooWide = () => x + measure(part.trimEnd(), style) > width;
    if (x > 0 && isTooWide()) endLine(style, true);
    if (isTooWide()) {
      const [start, rest] = cut(part, style, width, measure);
      add(start, style);
      if (rest) place(rest, style);
    } else if (x > 0 || !isContinued || part !== " ") add(part, style);
  };
  for (const { text, style } of spans) {
    for (const word of wordsOf(text)) {
      if (word === "\n") {
        // Without the space, the lines are read as one word.
        if (line.spans.length > 0) add(" ", style);
        endLine(style);
      } else for (const part of partsOf(word)) place(part, style);
    }
  }
  const [last] = spans.slice(-1);
  if (last && line.spans.length > 0) endLine(last.style);
  return lines;
}
