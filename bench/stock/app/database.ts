import Database from "better-sqlite3";

export const database = new Database(process.env.DATABASE ?? "", { readonly: true });
