import { Refusal, refusalAtField } from "~/models/refusal";
import { readCsv } from "./csv.server";
import type { ReceivedFile } from "./request-body.server";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns the rows of a CSV file that a form has sent in its field `file`, at most `most` and the header. */
export function rowsOfFile(file: ReceivedFile | undefined, most: number): string[][] {
  if (!file) throw refusalAtField("file", "Choose a CSV file first");
  if (file.isTooLarge) throw refusalAtField("file", "The file is larger than 1 MB", 413);
  const text = decoded(file.bytes);
  if (text.includes("\0")) throw refusalAtField("file", "This is not a CSV file");
  return rowsIn(text, most);
}

function decoded(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw refusalAtField("file", "The file is not UTF-8. Save it as “CSV UTF-8”");
  }
}

function rowsIn(text: string, most: number): string[][] {
  try {
    return readCsv(text, most);
  } catch (error) {
    throw error instanceof Refusal ? refusalAtField("file", error.message) : error;
  }
}
