import { fileSize } from "~/models/files/file-size";
import type { PortalPermit } from "~/pages/portal/portal-permit.server";
import { DeleteIcon, DialogButton, FileLink } from "../button";
import { Card } from "../card";
import { DownloadLink, FileBadges } from "../files/plan-files-card";
import { type Cells, RowsTable } from "../table";

const columns = {
  name: { heading: "File Name" },
  cycle: { heading: "Review Cycle" },
  uploaded: { heading: "Uploaded" },
  actions: { heading: "Download", align: "end" },
} as const;

export function PortalFiles({ detail: { files, mayUpload } }: { detail: PortalPermit }) {
  return (
    <Card
      title="Plan Files"
      id="plan-files"
      flush
      aside={mayUpload && <DialogButton to="?dialog=upload" label="Upload Files" />}
    >
      <RowsTable
        caption="Plan files"
        rowHeading="name"
        columns={columns}
        cells={cells}
        rows={files}
        empty={{ title: "No files uploaded" }}
      />
    </Card>
  );
}

const cells: Cells<typeof columns, PortalPermit["files"][number]> = {
  name: (file) => (
    <>
      <FileLink address={`/api/files/download/${file.id}`} fileName={file.fileName} />
      <div className="small">{fileSize(file.byteSize)}</div>
      <FileBadges file={file} />
    </>
  ),
  cycle: ({ reviewCycle }) => reviewCycle,
  uploaded: ({ uploaded }) => uploaded,
  actions: ({ id, fileName, mayDelete }) => (
    <>
      <DownloadLink address={`/api/files/download/${id}`} fileName={fileName} />
      {mayDelete && <DeleteIcon to={`?dialog=delete-file&fileId=${id}`} name={fileName} />}
    </>
  ),
};
