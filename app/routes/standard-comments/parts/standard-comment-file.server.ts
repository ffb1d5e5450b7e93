import { Refusal, refusalAtField } from "~/models/refusal";
import sampleLibrary from "~/models/standard-comments/sample-library.csv?raw";
import { maxImportedRows } from "~/models/standard-comments/standard-comment";
import { readCsv } from "~/platform/http/csv.server";
import type { ReceivedFile } from "~/platform/http/request-body.server";
import { once } from "~/platform/remember";

export const rowsOfSampleLibrary = once(() => readCsv(sampleLibrary, maxImportedRows));

/** Returns "Import 100 sample comments". */
export const importSamplesLabel = (): string => `Import ${rowsOfSampleLibrary().length - 1} sample comments`;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

export function rowsOfFile(file: ReceivedFile | undefined): string[][] {
  if (!file) throw refusalAtField("file", "Choose a CSV file first");
  if (file.isTooLarge) throw refusalAtField("file", "The file is larger than 1 MB", 413);
  const text = decoded(file.bytes);
  if (text.includes("\0")) throw refusalAtField("file", "This is not a CSV file");
  return rowsIn(text);
}

function decoded(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw refusalAtField("file", "The file is not UTF-8. Save it as “CSV UTF-8”");
  }
}

function rowsIn(text: string): string[][] {
  try {
    return readCsv(text, maxImportedRows);
  } catch (error) {
    throw error instanceof Refusal ? refusalAtField("file", error.message) : error;
  }
}
