import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import { newFolder } from "~/testing/new-app";
import { prepareFolder, publishFolder } from "./prepared-folder";

let target: string;

beforeEach(() => {
  target = join(newFolder(), "data");
});

/** Creates a database with a table of users, and returns it open, as a server has it. */
function openDatabase(folder: string, users: number): Database.Database {
  mkdirSync(folder, { recursive: true });
  const database = new Database(join(folder, "redline.db"));
  database.pragma("journal_mode = WAL");
  database.exec("create table users (id integer primary key)");
  for (let count = 0; count < users; count += 1) database.exec("insert into users default values");
  return database;
}

const countUsers = (folder: string) => {
  const database = new Database(join(folder, "redline.db"));
  const users = database.prepare("select count(*) from users").pluck().get();
  database.close();
  return users;
};

test("the data appears in a new folder when it is complete", () => {
  const folder = prepareFolder(target);
  openDatabase(folder, 3).close();
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/plan"), "content");
  expect(existsSync(target)).toBe(false);

  publishFolder(folder, target);
  expect(readdirSync(target).sort()).toEqual(["files", "redline.db"]);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  expect(countUsers(target)).toBe(3);
  expect(existsSync(folder)).toBe(false);
});

test("an existing folder without users keeps its other files", () => {
  openDatabase(target, 0).close();
  mkdirSync(join(target, "files"));
  writeFileSync(join(target, "files/other"), "kept");
  const folder = prepareFolder(target);
  openDatabase(folder, 3).close();
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/plan"), "content");

  publishFolder(folder, target);
  expect(countUsers(target)).toBe(3);
  expect(readdirSync(join(target, "files"))).toEqual(["other", "plan"]);
  expect(readFileSync(join(target, "files/other"), "utf8")).toBe("kept");
});

test("a folder whose database has users is refused, at the beginning and at the end", () => {
  const folder = prepareFolder(target);
  openDatabase(folder, 3).close();
  openDatabase(target, 1).close();
  const refusal = `The database in ${target} already has users`;
  expect(() => publishFolder(folder, target)).toThrow(refusal);
  expect(() => prepareFolder(target)).toThrow(refusal);
  expect(countUsers(target)).toBe(1);
});

test("a folder whose server is running is refused", () => {
  const database = openDatabase(target, 0);
  expect(() => prepareFolder(target)).toThrow(`The database in ${target} is in use: stop its server first`);
  database.close();
  expect(existsSync(prepareFolder(target))).toBe(true);
});

test("what a killed process left is removed, but not what another one is filling", () => {
  const folder = prepareFolder(target);
  const database = openDatabase(folder, 3);
  writeFileSync(join(folder, "left"), "");
  expect(() => prepareFolder(target)).toThrow(`Another seed is filling ${folder}`);
  database.close();
  expect(readdirSync(prepareFolder(target))).toEqual([]);
});
