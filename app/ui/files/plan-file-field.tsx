import { useEffect, useRef } from "react";
import { fileSize } from "~/models/files/file-size";
import { acceptedPlanFiles, maximumFilesAtOnce } from "~/models/files/plan-file";
import type { StagedFile } from "~/models/files/staged-file.server";
import { FileField } from "../file-field";
import { UploadProgress } from "../progress";
import { useSentFiles } from "./use-sent-files";

/** What a form is told of its files. */
export type ChosenFiles = {
  isBusy: boolean;
  files: number;
  /** Why some were not taken, a sentence each. */
  problems: string[];
};

type PlanFileFieldProps = {
  id: string;
  label: string;
  largestFile: string;
  /** Files that came with a refused form. */
  keptFiles?: StagedFile[];
  errors?: string[];
  onChange?: (chosen: ChosenFiles) => void;
};

/**
 * Chooses plan files. Before scripts run they travel with the form; afterwards each is sent at once,
 * with a bar of its own, and the form carries only its token. One that is unticked is given up.
 */
export function PlanFileField({
  id,
  label,
  largestFile,
  keptFiles = [],
  errors,
  onChange,
}: PlanFileFieldProps) {
  const { kept, sending, problems, send, takeOut } = useSentFiles(keptFiles);
  const place = useRef<HTMLDivElement>(null);
  const isBusy = sending.length > 0;
  useEffect(
    () => onChange?.({ isBusy, files: kept.length, problems }),
    [onChange, isBusy, kept.length, problems],
  );

  function sendChosen(input?: HTMLInputElement | null) {
    const files = [...(input?.files ?? [])];
    if (!input || files.length === 0) return;
    input.value = "";
    void send(files);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before scripts ran.
  useEffect(() => sendChosen(place.current?.querySelector("input")), []);

  return (
    <div className="wide stack">
      <div aria-live="polite" ref={place}>
        <FileField
          id={id}
          name="files"
          label={label}
          hint={`PDF, DWG or DXF. Max ${largestFile} each, at most ${maximumFilesAtOnce} at once.`}
          accept={acceptedPlanFiles}
          multiple
          errors={[...(errors ?? []), ...problems]}
          onChange={({ currentTarget }) => sendChosen(currentTarget)}
        />
      </div>
      {sending.map(({ key, ...upload }) => (
        <UploadProgress key={key} {...upload} />
      ))}
      <KeptFiles
        files={kept}
        onTakeOut={(token) => {
          takeOut(token);
          place.current?.querySelector("input")?.focus();
        }}
      />
    </div>
  );
}

type KeptFilesProps = { files: StagedFile[]; onTakeOut: (token: string) => void };

function KeptFiles({ files, onTakeOut }: KeptFilesProps) {
  if (files.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>Files to add</legend>
      {files.map(({ token, fileName, byteSize }) => (
        <label key={token} className="check">
          {/* Without scripts, the post tells by this which of them were taken out. */}
          <input type="hidden" name="shownFiles" value={token} />
          <input
            type="checkbox"
            name="keptFiles"
            value={token}
            defaultChecked
            onChange={() => onTakeOut(token)}
          />
          <span>
            {fileName} <span className="small">{fileSize(byteSize)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
