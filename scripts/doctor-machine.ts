import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { fileSize } from "../app/models/files/file-size";
import { type Disk, diskOf, isBelowReserve, lowDiskText } from "../app/platform/disk.server";
import { type Finding, ok, problem, warning } from "./doctor-finding";

const oldestNode = [22, 14] as const;

export function checkVersions(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  const found = `Node.js ${version}`;
  return isOld
    ? problem("Versions", `${found} is too old`, `Install ${oldestNode.join(".")} or newer.`)
    : ok("Versions", found);
}

export function checkBuild(folder = "build"): Finding {
  const program = join(folder, "server", "index.js");
  if (!existsSync(program))
    return problem("Build", "Redline is not built in this folder", "Run `npm run build`.");
  const built = statSync(program).mtime;
  if (built.getTime() > Date.now() + hour)
    return problem("Clock", `The build is of ${built.toISOString()}, which is later than now`, ntpAdvice);
  return ok("Build", `of ${built.toISOString().slice(0, 10)}`);
}

const hour = 60 * 60 * 1000;
const ntpAdvice = "Set the clock, and let chrony or systemd-timesyncd keep it.";

/** What systemd says of the clock; a container has none, and shares the clock of its machine. */
export function checkClock(read = readClock): Finding {
  const isSynchronized = read();
  if (isSynchronized === undefined)
    return ok("Clock", `${new Date().toISOString()}; whether NTP keeps it is not known here`);
  return isSynchronized
    ? ok("Clock", "NTP keeps it")
    : warning("Clock", "NTP does not keep it: due dates, links and sign-ins depend on it", ntpAdvice);
}

function readClock(): boolean | undefined {
  try {
    const options = ["show", "--property=NTPSynchronized", "--value"];
    return execFileSync("timedatectl", options, { encoding: "utf8", stdio: "pipe" }).trim() === "yes";
  } catch {
    return undefined;
  }
}

export async function checkPermissions(dataFolder: string, userId = process.getuid?.()): Promise<Finding[]> {
  const about = "Permissions";
  const folder = await stat(dataFolder).catch(() => undefined);
  if (!folder)
    return [
      problem(
        about,
        `There is no folder ${dataFolder}`,
        "Check DATA_DIR, or start Redline once: it creates the folder.",
      ),
    ];
  const files = [
    dataFolder,
    ...["redline.db", "files", "pictures"].map((name) => join(dataFolder, name)),
  ].filter(existsSync);
  const owners = await Promise.all(files.map(async (path) => ({ path, owner: (await stat(path)).uid })));
  const foreign = userId === undefined ? undefined : owners.find(({ owner }) => owner !== userId);
  if (foreign)
    return [
      problem(
        about,
        `${foreign.path} belongs to another user than the one who runs this`,
        "Run the doctor as the user of the service; if files belong to others, `chown -R` the data folder to that user.",
      ),
    ];
  const isWritable = await access(dataFolder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return [problem(about, `${dataFolder} cannot be written`, "Give the folder to the user of the service.")];
  const open = [...files, ".env"].filter((path) => existsSync(path) && (statSync(path).mode & 0o007) !== 0);
  return open.length > 0
    ? open.map((path) =>
        warning(about, `All users of this machine can read ${path}`, `Run \`chmod o= ${path}\`.`),
      )
    : [ok(about, `${dataFolder} belongs to the user who runs this, and others cannot read it`)];
}

/** File systems of other machines, by the number that the system gives them (statfs(2)). */
const networkFileSystems: Record<number, string> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  16914839: "9P",
  1397113167: "AFS",
  12805120: "Ceph",
  198183888: "Lustre",
  1196443219: "GPFS",
  1702057286: "FUSE",
};

type FileSystem = { disk: Disk; type: number };

const readFileSystem = async (folder: string): Promise<FileSystem> => ({
  disk: await diskOf(folder),
  type: (await statfs(folder)).type,
});

export async function checkDisk(
  folder: string,
  hasSqlite: boolean,
  read: (folder: string) => Promise<FileSystem> = readFileSystem,
): Promise<Finding[]> {
  const found = await read(folder).catch(() => undefined);
  return found ? [checkFileSystem(folder, found, hasSqlite), checkSpace(found.disk)] : [];
}

function checkFileSystem(folder: string, { type }: FileSystem, hasSqlite: boolean): Finding {
  // Some of the numbers are negative as 32 bits.
  const name = networkFileSystems[type >>> 0];
  if (!name) return ok("File system", "of this machine");
  if (!hasSqlite) return ok("File system", `${name}, with PostgreSQL`);
  return problem(
    "File system",
    `${folder} is on a network disk (${name}), on which SQLite's log can damage the database`,
    "Move the data folder to a disk of this machine, or use PostgreSQL.",
  );
}

function checkSpace(disk: Disk): Finding {
  const low = lowDiskText(disk);
  if (low) return (isBelowReserve(disk) ? problem : warning)("Disk", low, "Make room, or use a larger disk.");
  const inodes = disk.totalInodes === 0 ? "" : `, ${disk.freeInodes.toLocaleString("en-US")} inodes`;
  return ok("Disk", `${fileSize(disk.free)} of ${fileSize(disk.total)} are free${inodes}`);
}
