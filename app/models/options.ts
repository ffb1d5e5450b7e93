type Labelled = Record<string, { label: string }>;

/** Returns the values of an object of options, typed, in the order of the object. */
export const valuesOf = <Options extends Labelled>(options: Options) =>
  Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]];

/** Returns the options of a select. */
export const optionsOf = (options: Labelled) =>
  Object.entries(options).map(([value, { label }]) => ({ value, label }));

export type Option = { value: string; label: string };

/**
 * Options as one text, each in a line: '12 Oak Valley'. In the data of a page, 300 objects would take a fifth of its
 * CPU time.
 */
export type OptionLines = string;

export const optionLines = (options: Option[]): OptionLines =>
  options.map(({ value, label }) => `${value} ${label.replaceAll("\n", " ")}`).join("\n");

export const readOptionLines = (lines: OptionLines): Option[] =>
  lines === "" ? [] : lines.split("\n").map(readOptionLine);

function readOptionLine(line: string): Option {
  const end = line.indexOf(" ");
  return { value: line.slice(0, end), label: line.slice(end + 1) };
}

/** Returns the label of a value; undefined if there is no such option. */
export function labelIn(lines: OptionLines, value: string): string | undefined {
  const before = `\n${value} `;
  const start = `\n${lines}`.indexOf(before);
  if (start === -1) return undefined;
  const end = lines.indexOf("\n", start);
  return lines.slice(start + before.length - 1, end === -1 ? undefined : end);
}
