import sampleLibrary from "~/models/standard-comments/sample-library.csv?raw";
import { maxImportedRows } from "~/models/standard-comments/standard-comment";
import { readCsv } from "~/platform/http/csv.server";
import { once } from "~/platform/remember";

export const rowsOfSampleLibrary = once(() => readCsv(sampleLibrary, maxImportedRows));

/** Returns "Import 100 sample comments". */
export const importSamplesLabel = (): string => `Import ${rowsOfSampleLibrary().length - 1} sample comments`;
