import type { ReactNode } from "react";
import { fileSize } from "~/models/files/file-size";
import type { PlanFile } from "~/models/permits/plan-file.server";
import { DownloadLink, FileLink } from "../button";
import { RowsTable } from "../table";
import { FileBadges } from "./plan-files-card";

const columns = {
  name: { heading: "File Name" },
  cycle: { heading: "Review Cycle" },
  uploaded: { heading: "Uploaded" },
  actions: { heading: "Download", align: "end" },
} as const;

type OutsideFile = Parameters<typeof FileBadges>[0]["file"] &
  Pick<PlanFile, "id" | "fileName" | "byteSize" | "reviewCycle"> & { uploaded: string };

type OutsideFilesProps<File> = {
  files: File[];
  /** Of a file, to which `?inline` may be added. */
  addressOf: (file: File) => string;
  /** What else can be done with a file. */
  actions?: (file: File) => ReactNode;
};

/** The plan files of a permit, as a city and an applicant see them. */
export const OutsideFiles = <File extends OutsideFile>({
  files,
  addressOf,
  actions,
}: OutsideFilesProps<File>) => (
  <RowsTable
    caption="Plan files"
    rowHeading="name"
    columns={columns}
    cells={{
      name: (file) => (
        <>
          <FileLink address={addressOf(file)} fileName={file.fileName} />
          <div className="small">{fileSize(file.byteSize)}</div>
          <FileBadges file={file} />
        </>
      ),
      cycle: ({ reviewCycle }) => reviewCycle,
      uploaded: ({ uploaded }) => uploaded,
      actions: (file) => (
        <>
          <DownloadLink address={addressOf(file)} fileName={file.fileName} />
          {actions?.(file)}
        </>
      ),
    }}
    rows={files}
    empty={{ title: "No files uploaded" }}
  />
);
