import { parseArgs } from "node:util";

const usage = `Usage: npm run bench -- [part …] [--requests 200] [--rounds 3] [--seconds 60] [--only text]
  [--small 10000] [--large 1000000]`;

const declared = {
  requests: { type: "string", default: "200" },
  rounds: { type: "string", default: "3" },
  seconds: { type: "string", default: "60" },
  only: { type: "string", default: "" },
  small: { type: "string", default: "10000" },
  large: { type: "string", default: "1000000" },
} as const;

const { values, positionals } = parseArgs({ options: declared, allowPositionals: true });

function positive(name: Exclude<keyof typeof declared, "only">): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} is not a number.\n${usage}`);
  return number;
}

export const options = {
  parts: positionals,
  /** How often each address is requested with many permits. */
  requests: positive("requests"),
  rounds: positive("rounds"),
  /** How long a steady load lasts. */
  seconds: positive("seconds"),
  /** Limits the addresses to those that contain this text. */
  only: values.only,
  /** The permits of the two data folders that are compared. */
  small: positive("small"),
  large: positive("large"),
};
