import { spawnSync } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";

/** The data are kept between runs. `BENCH_DATA` names another folder for them. */
export const benchFolder = resolve(process.env.BENCH_DATA ?? "bench-data");

/** The same day for all data, so that they have the same rows. */
const today = "2026-11-21";

/** Returns the folder of the data with this many permits, which it creates if there is none. */
async function sourceOf(permits: number, log: (line: string) => void): Promise<string> {
  const folder = join(benchFolder, `full-${permits}`);
  if (existsSync(join(folder, "redline.db"))) return folder;
  // Renamed when complete, so that data of an interrupted run are not used.
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(benchFolder, { recursive: true });
  log(`Creating data with ${permits.toLocaleString("en-US")} permits in ${folder} …`);
  const parameters = ["--permits", String(permits), "--today", today, "--into", unfinished];
  const { status } = spawnSync("npm", ["run", "seed", "--", ...parameters], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("The data could not be created");
  addHabits(unfinished);
  await rename(unfinished, folder);
  return folder;
}

const latest = (user: string, from: string) => `
  insert into opened_permits (user_id, permit_id)
  select user_id, permit_id from (
    select user_id, permit_id, row_number() over (partition by user_id order by permit_id desc) as place
    from (select distinct ${user} as user_id, ${from})
  ) where place <= 50 order by permit_id;`;

/** Every user has opened 50 permits and saved 20 views, as many as are kept. */
function addHabits(folder: string): void {
  const database = new Database(join(folder, "redline.db"));
  database.exec(`
    ${latest("employees.user_id", "permit_id from assignments join employees on employees.id = employee_id")}
    ${latest("users.id", "permits.id as permit_id from permits join users using (city_id)")}
    ${latest("users.id", "permits.id as permit_id from (select id from permits order by id desc limit 50) as permits join users on role = 'admin'")}
    with recursive numbers (number) as (values (1) union all select number + 1 from numbers where number < 20)
    insert into saved_views (user_id, list, name, query, created_at, updated_at)
    select users.id, iif(number % 2, 'permits', 'calendar'), 'View ' || number, '?view=open', '${today}', '${today}'
    from users, numbers where role <> 'city';`);
  database.close();
}

const copies = new Set<string>();

/** Copies the data with this many permits to a folder that a part may change. */
export async function copyData(permits: number, log: (line: string) => void): Promise<string> {
  const source = await sourceOf(permits, log);
  const folder = await mkdtemp(join(benchFolder, "copy-"));
  copies.add(folder);
  await cp(source, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

/** Deletes all copies. */
export async function deleteCopies(): Promise<void> {
  for (const folder of copies) await rm(folder, { recursive: true, force: true });
  copies.clear();
}
