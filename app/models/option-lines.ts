import type { Option } from "./options";

/** No name has it, and JSON does not escape it as it does a line break. */
const separator = "\u007f";

/**
 * One text of many options, a line each without the first word of the line before: as the data of a page, an object for
 * each takes four times the bytes.
 */
export function optionLines(options: readonly Option[]): string {
  return options
    .map(({ value, label }, index) => {
      const [first = "", ...others] = label.split(" ");
      const isAgain = index > 0 && first === options[index - 1]?.label.split(" ")[0];
      return [value, isAgain ? "" : first, ...others].join(" ");
    })
    .join(separator);
}

export function optionsInLines(lines: string): Option[] {
  let first = "";
  return lines.split(separator).flatMap((line) => {
    const [value, word, ...others] = line.split(" ");
    first = word || first;
    return value ? { value, label: [first, ...others].join(" ") } : [];
  });
}
