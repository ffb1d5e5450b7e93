import type { TextStyle } from "./letter-pdf-lines";

const ink = "#1b2733";
const grey = "#55616d";
const blue = "#1a4f8a";
const red = "#a3261d";

type Font = TextStyle["font"];
const style = (size: number, leading: number, color = ink, font: Font = "regular"): TextStyle => ({
  font,
  size,
  leading,
  color,
});

export const styles = {
  city: style(12, 14, ink, "bold"),
  small: style(9, 11.5, grey),
  title: style(17, 20, ink, "bold"),
  issued: style(10, 12.5, grey),
  factLabel: style(9.5, 13, ink, "bold"),
  fact: style(9.5, 13),
  part: style(12.5, 15, ink, "bold"),
  list: style(10, 12.5, grey, "bold"),
  text: style(10, 12.5),
  strong: style(10, 12.5, ink, "bold"),
  head: style(9, 11, grey, "bold"),
  cell: style(9, 11),
  place: style(8.5, 10.8, grey),
  answer: style(9, 11.3, blue),
  verdict: style(9, 11.3, red),
  verdictLabel: style(9, 11.3, red, "bold"),
  foot: style(8, 9.5, grey),
  draft: style(11, 13, red, "bold"),
} as const;

/** The lines of tables. */
export const ruleStyle = { color: "#d5dae0", width: 0.75 };
