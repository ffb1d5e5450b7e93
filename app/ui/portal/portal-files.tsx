import { fileSize } from "~/models/files/file-size";
import type { PortalPermit } from "~/pages/portal/portal-permit.server";
import { ButtonLink, IconLink } from "../button";
import { Card } from "../card";
import { DownloadLink, FileBadges } from "../files/plan-files-card";
import { Trash } from "../icons";
import { EmptyState } from "../sheet";
import { Cell, Row, RowHeading, Table } from "../table";

const columns = [
  { key: "name", label: "File Name" },
  { key: "cycle", label: "Review Cycle" },
  { key: "uploaded", label: "Uploaded" },
  { key: "actions", label: "Download", align: "end" as const },
];

export function PortalFiles({ detail: { files, mayUpload } }: { detail: PortalPermit }) {
  return (
    <Card
      title="Plan Files"
      id="plan-files"
      flush
      aside={
        mayUpload && (
          <ButtonLink to="?dialog=upload" preventScrollReset>
            Upload Files
          </ButtonLink>
        )
      }
    >
      {files.length === 0 ? (
        <EmptyState title="No files uploaded" />
      ) : (
        <Table caption="Plan files" columns={columns}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function FileRow({ file }: { file: PortalPermit["files"][number] }) {
  const { id, fileName, byteSize, reviewCycle, uploaded, mayDelete } = file;
  return (
    <Row>
      <RowHeading label="File Name">
        <a href={`/api/files/download/${id}?inline`} target="_blank" rel="noreferrer">
          {fileName}
        </a>
        <div className="small">{fileSize(byteSize)}</div>
        <FileBadges file={file} />
      </RowHeading>
      <Cell label="Review Cycle">{reviewCycle}</Cell>
      <Cell label="Uploaded">{uploaded}</Cell>
      <Cell label="Download" align="end">
        <DownloadLink address={`/api/files/download/${id}`} fileName={fileName} />
        {mayDelete && (
          <IconLink
            to={`?dialog=delete-file&fileId=${id}`}
            preventScrollReset
            label={`Delete ${fileName}`}
            icon={<Trash />}
            tone="danger"
          />
        )}
      </Cell>
    </Row>
  );
}
