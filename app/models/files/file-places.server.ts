import { type SQL, sql } from "drizzle-orm";
import {
  binnedFiles,
  cityLogos,
  filesToCopy,
  filesToRemove,
  letterPictures,
  letters,
  planFiles,
  stagedFiles,
  unfinishedUploads,
  users,
} from "../tables.server";
import { pictureHash } from "./file-key.server";

/** What rows say of a file. That of a picture is the beginning of its SHA-256. */
export type FileOfRow = { key: string; sha256: string };

const withHash = [planFiles, letters, letterPictures, binnedFiles, stagedFiles] as const;
const pictures = [
  [users, users.profileImagePath],
  [cityLogos, cityLogos.path],
] as const;

/** All files that rows have, or will be copies of. The hash is null for pictures. */
export const filesOfRows: SQL = sql.join(
  [
    sql`select ${filesToCopy.source} as key, null as sha256 from ${filesToCopy}`,
    ...withHash.map((table) => sql`select ${table.fileKey} as key, ${table.sha256} as sha256 from ${table}`),
    ...pictures.map(
      ([table, path]) => sql`select ${path} as key, null as sha256 from ${table} where ${path} is not null`,
    ),
  ],
  sql` union all `,
);

export const toFileOfRow = ({ key, sha256 }: { key: string; sha256: string | null }): FileOfRow => ({
  key,
  sha256: sha256 ?? pictureHash(key),
});

const withoutHash = [unfinishedUploads, filesToRemove] as const;
const places = [
  ...[...withHash, ...withoutHash].map((table) => [table, table.fileKey] as const),
  ...pictures,
];

/** Whether a row has the file, or it is arriving or being removed. */
export const isKnown = (key: SQL): SQL =>
  sql`(${sql.join(
    places.map(([table, column]) => sql`exists (select 1 from ${table} where ${column} = ${key})`),
    sql` or `,
  )})`;
