import { useEffect, useRef } from "react";
import { fileSize } from "~/models/files/file-size";
import { acceptedPlanFiles, planFilesHint } from "~/models/files/plan-file";
import type { StagedFile } from "~/models/files/staged-file.server";
import { FileField } from "../fields";
import { UploadProgress } from "../progress";
import { useStagedFiles } from "./use-staged-files";

export type ChosenFiles = {
  isBusy: boolean;
  files: number;
  problems: string[];
};

type PlanFileFieldProps = {
  id: string;
  label: string;
  maxFileSize: string;
  keptFiles?: StagedFile[];
  errors?: string[];
  required?: boolean;
  autoFocus?: boolean;
  onChange?: (chosen: ChosenFiles) => void;
};

/** Plan files are sent with their form. With scripts, each is uploaded when it is chosen, and the form sends its token. */
export function PlanFileField({
  id,
  label,
  maxFileSize,
  keptFiles = [],
  errors,
  required,
  autoFocus,
  onChange,
}: PlanFileFieldProps) {
  const { staged, sending, problems, send, remove } = useStagedFiles(keptFiles);
  const field = useRef<HTMLDivElement>(null);
  const isBusy = sending.length > 0;
  useEffect(
    () => onChange?.({ isBusy, files: staged.length, problems }),
    [onChange, isBusy, staged.length, problems],
  );

  function sendChosen(input?: HTMLInputElement | null) {
    const files = [...(input?.files ?? [])];
    if (!input || files.length === 0) return;
    input.value = "";
    void send(files);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for files chosen before scripts ran.
  useEffect(() => sendChosen(field.current?.querySelector("input")), []);

  return (
    <div className="wide stack">
      <div aria-live="polite" ref={field}>
        <FileField
          field={{ id, name: "files", errors: [...(errors ?? []), ...problems] }}
          label={label}
          hint={planFilesHint(maxFileSize)}
          accept={acceptedPlanFiles}
          multiple
          required={required}
          autoFocus={autoFocus}
          onChange={({ currentTarget }) => sendChosen(currentTarget)}
        />
      </div>
      {sending.map(({ key, ...upload }) => (
        <UploadProgress key={key} {...upload} />
      ))}
      <StagedFiles
        files={staged}
        onRemove={(token) => {
          remove(token);
          field.current?.querySelector("input")?.focus();
        }}
      />
    </div>
  );
}

function StagedFiles({ files, onRemove }: { files: StagedFile[]; onRemove: (token: string) => void }) {
  if (files.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>Files to add</legend>
      {files.map(({ token, fileName, byteSize }) => (
        <label key={token} className="check">
          {/* Without scripts, the server finds the removed files by comparing this list with the checked ones. */}
          <input type="hidden" name="shownFiles" value={token} />
          <input
            type="checkbox"
            name="keptFiles"
            value={token}
            defaultChecked
            onChange={() => onRemove(token)}
          />
          <span>
            {fileName} <span className="small">{fileSize(byteSize)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
