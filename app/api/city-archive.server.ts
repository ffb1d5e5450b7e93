import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { EventActor } from "~/models/audit.server";
import { now, today } from "~/models/clock.server";
import type { Columns } from "~/models/columns";
import { readPicture } from "~/models/files/picture-store.server";
import {
  type ArchiveFacts,
  archiveReadme,
  sumsName,
  type TableName,
  tableNames,
} from "~/models/records/archive-readme";
import { type RecordsCity, recordExport, recordsOf } from "~/models/records/city-records.server";
import {
  answerRecordColumns,
  commentRecordColumns,
  correctionRecordColumns,
  feeRecordColumns,
  letterRecordColumns,
  permitRecordColumns,
  planCheckRecordColumns,
  planFileRecordColumns,
  userRecordColumns,
} from "~/models/records/record-columns";
import { env } from "~/platform/env.server";
import { type Batches, csvOfBatches } from "~/platform/http/csv.server";
import { logError } from "~/platform/log.server";
import { type ZipEntry, zipOf } from "~/platform/zip.server";
import { contentEntries, type ListedEntry, listing } from "./archived-contents.server";

/** Changes when a program that reads the manifest must change. */
const format = 1;

/** `redline-OAK-2026-11-28.zip` */
export const archiveFileName = ({ urban37CityCode }: RecordsCity): string =>
  `redline-${urban37CityCode.toUpperCase().replace(/[^A-Z0-9]/g, "-")}-${today()}.zip`;

type Archive = {
  zip: Readable;
  /** Complete once `zip` has ended. */
  facts: ArchiveFacts;
};

/**
 * Makes a city's records as one ZIP file, which is read from the database and the store while it is sent. The caller
 * checks who asks. An event of the city says that it was made, also if it was broken off.
 */
export function makeCityArchive(city: RecordsCity, actor: EventActor): Archive {
  const facts: ArchiveFacts = {
    city: { id: city.id, name: city.cityName, code: city.urban37CityCode },
    provider: env.PROVIDER_NAME,
    begunAt: now(),
    endedAt: now(),
    rows: Object.fromEntries(tableNames.map((name) => [name, 0])) as Record<TableName, number>,
    files: 0,
    problems: [],
  };
  return { zip: zipOf(recordedEntries(city, actor, facts)), facts };
}

async function* recordedEntries(city: RecordsCity, actor: EventActor, facts: ArchiveFacts) {
  const recordAs = (isComplete: boolean) => {
    const { rows, files, problems } = facts;
    const counts = { permits: rows["permits.csv"], files, problems: problems.length };
    return recordExport(actor, city, { ...counts, isComplete });
  };
  let isRecorded = false;
  try {
    const listed: ListedEntry[] = [];
    yield* recordEntries(city, facts, listed);
    facts.endedAt = now();
    await recordAs(true);
    isRecorded = true;
    yield* documentEntries(facts, listed);
  } finally {
    if (!isRecorded) await recordAs(false).catch((error) => logError(error, "recording an export"));
  }
}

async function* recordEntries(
  { id, logoPath }: RecordsCity,
  facts: ArchiveFacts,
  listed: ListedEntry[],
): AsyncGenerator<ZipEntry> {
  const modifiedAt = new Date(facts.begunAt);
  const records = recordsOf(id);
  for (const [path, table] of Object.entries(tablesOf(records, facts.rows)))
    yield { path, content: listing(path, table, listed), isCompressed: true, modifiedAt };
  if (logoPath !== null) {
    const logo = await readPicture(logoPath);
    const content = listing(logoName, logo ? [logo] : [], listed);
    if (logo) yield { path: logoName, content, isCompressed: false, modifiedAt };
    else facts.problems.push({ path: logoName, problem: "missing" });
  }
  for await (const entry of contentEntries(records.contents(), { listed, problems: facts.problems })) {
    yield entry;
    facts.files += 1;
  }
}

const logoName = "logo.webp";

type Records = ReturnType<typeof recordsOf>;

function tablesOf(records: Records, rows: Record<TableName, number>) {
  function csv<List extends Columns>(name: TableName, list: List, batches: Batches<List>) {
    return csvOfBatches(list, [], counted(batches));

    async function* counted(all: Batches<List>) {
      for await (const batch of all) {
        rows[name] += batch.length;
        yield batch;
      }
    }
  }
  return {
    "permits.csv": csv("permits.csv", permitRecordColumns, records.permits()),
    "plan-checks.csv": csv("plan-checks.csv", planCheckRecordColumns, records.planChecks()),
    "corrections.csv": csv("corrections.csv", correctionRecordColumns, records.corrections()),
    "letters.csv": csv("letters.csv", letterRecordColumns, records.letters()),
    "answers.csv": csv("answers.csv", answerRecordColumns, records.answers()),
    "comments.csv": csv("comments.csv", commentRecordColumns, records.comments()),
    "plan-files.csv": csv("plan-files.csv", planFileRecordColumns, records.planFiles()),
    "fees.csv": csv("fees.csv", feeRecordColumns, records.fees()),
    "users.csv": csv("users.csv", userRecordColumns, records.users()),
  } satisfies Record<TableName, AsyncIterable<string>>;
}

async function* documentEntries(facts: ArchiveFacts, listed: ListedEntry[]): AsyncGenerator<ZipEntry> {
  const modifiedAt = new Date(facts.endedAt);
  const documents = {
    "README.txt": [archiveReadme(facts)],
    "manifest.json": manifestTexts(facts, listed),
    [sumsName]: sumTexts(listed),
  };
  for (const [path, texts] of Object.entries(documents))
    yield { path, content: listing(path, texts, listed), isCompressed: true, modifiedAt };
}

async function* manifestTexts(facts: ArchiveFacts, listed: ListedEntry[]): AsyncGenerator<string> {
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const opened = JSON.stringify({ redlineRecords: format, version, ...facts }).slice(0, -1);
  yield `${opened},"entries":[`;
  for (const [index, entry] of listed.entries()) yield `${index === 0 ? "" : ","}\n${JSON.stringify(entry)}`;
  yield "\n]}\n";
}

/** In the format of sha256sum. */
function* sumTexts(listed: ListedEntry[]): Generator<string> {
  for (const { sha256, path } of listed) yield `${sha256}  ${path}\n`;
}
