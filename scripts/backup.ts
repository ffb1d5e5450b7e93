import "./env-file.js";
import { parseArgs } from "node:util";
import { fileSize } from "../app/models/files/file-size";
import { pluralize } from "../app/models/pluralize";

const usage = `Backs up the database and all files into a folder of /backup/redline, while Redline is in use.

  npm run backup -- /backup/redline

Without a folder, it is BACKUP_DIR.`;

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const { env } = await import("../app/platform/env.server");
  const place = positionals[0] ?? env.BACKUP_DIR;
  if (!place || positionals.length > 1) {
    console.error(usage);
    process.exit(1);
  }
  const { makeBackup } = await import("../app/models/backups/backup.server");
  const backup = await makeBackup(place, env.BACKUP_KEEP);
  const { folder, databaseBytes, contents, added, addedBytes, missing, notRecorded } = backup;
  const files = `${pluralize(contents, "file", "files")} (${added} new, ${fileSize(addedBytes)})`;
  const lost =
    missing > 0 ? `. ${pluralize(missing, "file is", "files are")} missing in the data folder` : "";
  const unknown = notRecorded ? `. The dashboard does not know it: ${notRecorded}` : "";
  console.log(`Backed up to ${folder}: database ${fileSize(databaseBytes)}, ${files}${lost}${unknown}`);
} catch (error) {
  console.error(`No backup was made. ${(error as Error).message}`);
  process.exit(1);
}
