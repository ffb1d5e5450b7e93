import "./env-file.js";
import { parseArgs } from "node:util";
import { pluralize } from "../app/models/pluralize";

const usage = `Restores a backup, or the newest one in a folder of backups. Stop Redline first.

  npm run restore -- /backup/redline            into an empty data folder
  npm run restore -- /backup/redline --replace  in the place of what is there
  npm run restore -- /backup/redline --check    only reads the backup and says whether it is whole`;

const options = { replace: { type: "boolean" }, check: { type: "boolean" } } as const;

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [path] = positionals;
  if (!path || positionals.length > 1) {
    console.error(usage);
    process.exit(1);
  }
  const { restoreBackup, verifyBackup } = await import("../app/models/backups/restore.server");
  const { thisInstallation } = await import("../app/models/backups/database-backup.server");
  const backup = await verifyBackup(path);
  const { folder, contents } = backup;
  const found = `${folder}: the database and ${pluralize(Object.keys(contents).length, "file", "files")}`;
  if (values.check) console.log(`The backup is whole. ${found}`);
  else {
    const kept = await restoreBackup(backup, thisInstallation(), { replace: values.replace === true });
    console.log(`Restored ${found}.${kept ? ` The former database is in ${kept}.` : ""} Start Redline now.`);
  }
} catch (error) {
  console.error(`Nothing was restored. ${(error as Error).message}`);
  process.exit(1);
}
