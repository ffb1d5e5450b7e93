import { useState } from "react";
import { failures } from "~/models/failures";
import { fileSize } from "~/models/files/file-size";
import { planFileOriginOptions, planFileOrigins } from "~/models/files/plan-file";
import { type ReviewCycle, reviewCycles, reviewLabel } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import type { PermitDetail } from "./load-permit.server";
import { PlainBadge } from "~/ui/badge";
import { DeleteIcon, FileLink, IconLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { SelectField } from "~/ui/fields";
import { type FormField, withValue } from "~/ui/form-field";
import { Archive, Download, Undo } from "~/ui/icons";
import type { PermitFormResult } from "./permit-form";
import { DialogActions, PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import { type ChosenFiles, PlanFileField } from "~/ui/files/plan-file-field";

export function PlanFilesCard({ detail }: { detail: PermitDetail }) {
  const { files, permit, upload } = detail;
  const cycles = reviewCycles.filter((cycle) => files.some(({ reviewCycle }) => reviewCycle === cycle));
  return (
    <Card title="Plan Files" id="plan-files" flush>
      {files.length === 0 && <EmptyState title="No files uploaded" />}
      {cycles.toReversed().map((cycle) => (
        <CycleFiles key={cycle} cycle={cycle} detail={detail} isCurrent={cycle === permit.reviewCycle} />
      ))}
      {upload && <UploadForm key={newestOwnFileId(files)} upload={upload} action="?upload" />}
    </Card>
  );
}

/** Returns the id of the viewer's newest file. As a key, it resets the upload form after an upload. */
export const newestOwnFileId = (files: { id: number; isOwn: boolean }[]): number =>
  Math.max(0, ...files.map(({ id, isOwn }) => (isOwn ? id : 0)));

type CycleFilesProps = { cycle: ReviewCycle; detail: PermitDetail; isCurrent: boolean };

function CycleFiles({ cycle, detail, isCurrent }: CycleFilesProps) {
  const files = detail.files.filter(({ reviewCycle }) => reviewCycle === cycle);
  return (
    <details className="cycle" open={isCurrent || detail.files.length === files.length}>
      <summary>
        {reviewLabel(cycle)} <span className="small">{pluralize(files.length, "file", "files")}</span>
      </summary>
      <FileLines files={files} dialogAddress={(dialog, id) => `?dialog=${dialog}&fileId=${id}`} />
    </details>
  );
}

type FileActions = {
  dialogAddress: (dialog: "delete-file" | "set-aside" | "take-back", id: number) => string;
  address?: (id: number) => string;
};

type FileLinesProps = FileActions & {
  files: Omit<PermitDetail["files"][number], "reviewCycle" | "isOwn">[];
};

const downloadAddress = (id: number) => `/api/files/${id}/download`;

export function FileLines({ files, dialogAddress, address = downloadAddress }: FileLinesProps) {
  return (
    <ul className="lines">
      {files.map((file) => (
        <li key={file.id}>
          <span className="min-w-0">
            <FileLink address={address(file.id)} fileName={file.fileName} className="break-words" />
            <span className="small block">
              {fileSize(file.byteSize)} · {file.uploaded}
            </span>
            <FileBadges file={file} />
          </span>
          <FileIcons file={file} dialogAddress={dialogAddress} address={address} />
        </li>
      ))}
    </ul>
  );
}

type FileBadgesProps = {
  file: Pick<PermitDetail["files"][number], "origin" | "isForNextLetter" | "isSetAside">;
};

export const FileBadges = ({ file: { origin, isForNextLetter, isSetAside } }: FileBadgesProps) => (
  <>
    {origin !== "submitted" && <PlainBadge tone="grey">{planFileOrigins[origin].label}</PlainBadge>}{" "}
    {isForNextLetter && <span className="small">with the next letter</span>}{" "}
    {isSetAside && <PlainBadge tone="yellow">Set aside</PlainBadge>}
  </>
);

type FileIconsProps = Required<FileActions> & { file: FileLinesProps["files"][number] };

function FileIcons({ file, dialogAddress, address }: FileIconsProps) {
  const { id, fileName, isSetAside, mayDelete, maySetAside } = file;
  return (
    <span className="icons">
      <DownloadLink address={address(id)} fileName={fileName} />
      {mayDelete && <DeleteIcon to={dialogAddress("delete-file", id)} name={fileName} />}
      {maySetAside && (
        <IconLink
          to={dialogAddress(isSetAside ? "take-back" : "set-aside", id)}
          preventScrollReset
          label={`${isSetAside ? "Take back" : "Set aside"} ${fileName}`}
          icon={isSetAside ? <Undo /> : <Archive />}
        />
      )}
    </span>
  );
}

/** Opens in a new tab, so that an error does not replace the page. */
export const DownloadLink = ({ address, fileName }: { address: string; fileName: string }) => (
  <a
    href={address}
    target="_blank"
    rel="noopener"
    className="icon"
    aria-label={`Download ${fileName}`}
    title={`Download ${fileName}`}
  >
    <Download />
  </a>
);

type UploadFormProps = {
  upload: Pick<NonNullable<PermitDetail["upload"]>, "idempotencyKey" | "maxFileSize" | "cycles"> & {
    hasOrigin?: boolean;
  };
  action: string;
  /** The address that closes the dialog; without it the form is the last part of a card. */
  closeTo?: string;
};

/** A cycle that was not chosen before a refusal gives way to the one that is preselected now. */
function cycleField(
  { reviewCycle, preselected: sent }: Record<"reviewCycle" | "preselected", FormField>,
  preselected: string | null,
): FormField {
  const { initialValue } = reviewCycle;
  return withValue(reviewCycle, initialValue === sent.initialValue ? preselected : initialValue);
}

const originLabel = "What are these files?";

export function UploadForm({ upload, action, closeTo }: UploadFormProps) {
  const { preselected, options, warning } = upload.cycles;
  const [form, fields] = usePostForm<"reviewCycle" | "preselected" | "origin", PermitFormResult>("upload", {
    sentTo: closeTo ? "dialog=upload" : "upload",
    values: { reviewCycle: preselected ?? "", origin: "marked_up" },
  });
  const [files, setFiles] = useState<ChosenFiles>();
  const lacksFiles = files?.files === 0;
  const reason = lacksFiles && <span className="small">Choose files first</span>;
  const button = {
    tone: "primary",
    busy: files?.isBusy,
    busyLabel: "Uploading...",
    disabled: lacksFiles,
    children: "Upload",
  } as const;
  return (
    <PostForm
      form={form}
      labels={{ files: "Plan files", origin: originLabel }}
      browserErrors={{ files: files?.problems ?? [] }}
      failure={failures.uploadFiles}
      idempotencyKey={upload.idempotencyKey}
      action={action}
      shownBy="reviewCycle"
      encType="multipart/form-data"
      preventScrollReset
      className={closeTo ? "stack" : "card-body stack cycle"}
    >
      {preselected && <input type="hidden" name="preselected" value={preselected} />}
      <SelectField
        key={preselected}
        field={cycleField(fields, preselected)}
        label="Review cycle"
        hint={warning}
        options={options}
        placeholder={preselected ? undefined : "Select a review cycle"}
        required
      />
      {upload.hasOrigin && (
        <SelectField
          field={fields.origin}
          label={originLabel}
          hint="The city sees plans received, and marked-up plans once their letter is out."
          options={planFileOriginOptions}
        />
      )}
      <PlanFileField
        id={`${form.id}-files`}
        label="Add files"
        required
        maxFileSize={upload.maxFileSize}
        keptFiles={form.formResult?.keptFiles}
        errors={form.formResult?.fileProblems}
        onChange={setFiles}
      />
      {closeTo ? (
        <DialogActions {...button} closeTo={closeTo} others={reason} />
      ) : (
        <div className="actions">
          <SubmitButton {...button} />
          {reason}
        </div>
      )}
    </PostForm>
  );
}
