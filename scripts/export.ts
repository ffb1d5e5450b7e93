import "./env-file.js";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileSize } from "../app/models/files/file-size";
import { pluralize } from "../app/models/pluralize";

const usage = `Writes all records of a city, by its id or code, into a ZIP file in a folder, while Redline is in use.

  npm run export -- --city OAK --into /backup/records

Without a folder, it is the present one.`;

try {
  const { values } = parseArgs({ options: { city: { type: "string" }, into: { type: "string" } } });
  const { city: named, into: folder = "." } = values;
  if (!named) {
    console.error(usage);
    process.exit(1);
  }
  const { env } = await import("../app/platform/env.server");
  if (!env.DATABASE_URL && !existsSync(join(env.DATA_DIR, "redline.db")))
    throw new Error(`There is no database in ${env.DATA_DIR}: check DATA_DIR`);
  const { findRecordsCity } = await import("../app/models/records/city-records.server");
  const city = await findRecordsCity(named);
  if (!city) throw new Error(`There is no city with the id or code ${named}`);
  const { archiveFileName, makeCityArchive } = await import("../app/api/city-archive.server");
  const { failureReason } = await import("../app/models/backups/failure-reason.server");
  const { writeNew } = await import("../app/platform/whole-file.server");
  const { closeDatabase } = await import("../app/platform/db/db.server");
  const path = join(folder, archiveFileName(city));
  const { zip, facts } = makeCityArchive(city, null);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => zip.destroy(new Error("It was interrupted")));
  await writeNew(path, zip).catch((error) => {
    throw new Error(failureReason(error, folder));
  });
  await closeDatabase();
  const { rows, files, problems } = facts;
  const counts = `${pluralize(rows["permits.csv"], "permit", "permits")}, ${pluralize(files, "file", "files")}`;
  const lost = pluralize(problems.length, "file is missing or damaged", "files are missing or damaged");
  console.log(
    `Exported to ${path}: ${counts}, ${fileSize((await stat(path)).size)}${problems.length > 0 ? `. ${lost}: see problems in manifest.json` : ""}`,
  );
} catch (error) {
  console.error(`Nothing was exported. ${(error as Error).message}`);
  process.exit(1);
}
