import { fileSize } from "~/models/files/file-size";
import { planFileOrigins } from "~/models/files/plan-file";
import { type ReviewCycle, reviewCycles, reviewLabel } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import type { PermitDetail } from "~/routes/permits/parts/load-permit.server";
import { PlainBadge } from "../badge";
import { DeleteIcon, DialogIcon, DownloadLink, FileLink } from "../button";
import { Card, EmptyState } from "../card";
import { Archive, Undo } from "../icons";
import { SheetStrip } from "../sheets/sheet-strip";
import { UploadForm } from "./upload-form";

export function PlanFilesCard({ detail }: { detail: PermitDetail }) {
  const { files, permit, sheets, upload, zipLinks } = detail;
  const cycles = reviewCycles.filter((cycle) => files.some(({ reviewCycle }) => reviewCycle === cycle));
  return (
    <Card title="Plan Files" id="plan-files" flush>
      {files.length === 0 && <EmptyState title="No files uploaded" />}
      {sheets && <SheetStrip base={`/permits/${permit.id}/sheets`} strip={sheets} />}
      {cycles.toReversed().map((cycle) => (
        <CycleFiles key={cycle} cycle={cycle} detail={detail} isCurrent={cycle === permit.reviewCycle} />
      ))}
      <ZipLinks links={zipLinks} />
      {upload && <UploadForm key={newestOwnFileId(files)} upload={upload} />}
    </Card>
  );
}

/** Returns the id of the viewer's newest file: files are listed by time. As a key, it resets the upload form after an upload. */
export const newestOwnFileId = (files: { id: number; isOwn: boolean }[]) =>
  files.find(({ isOwn }) => isOwn)?.id;

type CycleFilesProps = { cycle: ReviewCycle; detail: PermitDetail; isCurrent: boolean };

function CycleFiles({ cycle, detail, isCurrent }: CycleFilesProps) {
  const files = detail.files.filter(({ reviewCycle }) => reviewCycle === cycle);
  return (
    <details className="cycle" open={isCurrent || detail.files.length === files.length}>
      <summary>
        {reviewLabel(cycle)} <span className="small">{pluralize(files.length, "file", "files")}</span>
      </summary>
      <FileLines files={files} />
    </details>
  );
}

type File = Omit<PermitDetail["files"][number], "reviewCycle" | "isOwn">;

const downloadAddress = (id: number) => `/api/files/${id}/download`;

export function FileLines({ files }: { files: File[] }) {
  return (
    <ul className="lines">
      {files.map((file) => (
        <li key={file.id}>
          <span className="min-w-0">
            <FileLink address={downloadAddress(file.id)} fileName={file.fileName} className="break-words" />
            <span className="small block">
              {fileSize(file.byteSize)} · {file.uploaded}
            </span>
            <FileBadges file={file} />
          </span>
          <FileIcons file={file} />
        </li>
      ))}
    </ul>
  );
}

type FileBadgesProps = { file: Pick<File, "origin" | "isForNextLetter" | "isSetAside" | "notes"> };

export const FileBadges = ({ file: { origin, isForNextLetter, isSetAside, notes } }: FileBadgesProps) => (
  <>
    {origin !== "submitted" && <PlainBadge tone="grey">{planFileOrigins[origin].label}</PlainBadge>}{" "}
    {isForNextLetter && <span className="small">with the next letter</span>}{" "}
    {isSetAside && <PlainBadge tone="yellow">Set aside</PlainBadge>}
    {notes?.map((note) => (
      <span key={note} className="small block">
        {note}
      </span>
    ))}
  </>
);

function FileIcons({ file }: { file: File }) {
  const { id, fileName, isSetAside, mayDelete, maySetAside } = file;
  return (
    <span className="icons">
      <DownloadLink address={downloadAddress(id)} fileName={fileName} />
      {mayDelete && <DeleteIcon to={`files/${id}/delete`} name={fileName} />}
      {maySetAside && (
        <DialogIcon
          to={`files/${id}/${isSetAside ? "take-back" : "set-aside"}`}
          label={`${isSetAside ? "Take back" : "Set aside"} ${fileName}`}
          icon={isSetAside ? <Undo /> : <Archive />}
        />
      )}
    </span>
  );
}

export const ZipLinks = ({ links }: { links: PermitDetail["zipLinks"] }) =>
  links[0] && (
    <p className="card-footer row">
      {links.map(({ address, label }) => (
        <a key={address} href={address} className="button button-small" download>
          {label}
        </a>
      ))}
    </p>
  );
