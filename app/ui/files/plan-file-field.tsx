import { useEffect, useRef, useState } from "react";
import { fileSize } from "~/models/files/file-size";
import { acceptedPlanFiles, maximumFilesAtOnce } from "~/models/files/plan-file";
import type { StagedFile } from "~/models/files/staged-file.server";
import { FileField } from "../file-field";
import { UploadProgress } from "../progress";
import { discardFile, sendFile } from "./send-file";

type Sending = { key: number; fileName: string; loaded: number; total: number };

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

let lastKey = 0;

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
  const [kept, setKept] = useState(keptFiles);
  const [sending, setSending] = useState<Sending[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const [answered, setAnswered] = useState(keptFiles);
  if (answered !== keptFiles && keptFiles.length > 0) {
    setAnswered(keptFiles);
    setKept(keptFiles);
  }

  const isBusy = sending.length > 0;
  useEffect(
    () => onChange?.({ isBusy, files: kept.length, problems }),
    [onChange, isBusy, kept.length, problems],
  );

  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before scripts ran.
  useEffect(() => {
    const input = place.current?.querySelector("input");
    if (input?.files?.length) void sendChosen(input);
  }, []);

  async function sendChosen(input: HTMLInputElement) {
    const files = [...(input.files ?? [])];
    input.value = "";
    const taken = files.slice(0, maximumFilesAtOnce - kept.length);
    setProblems(
      files
        .slice(taken.length)
        .map(({ name }) => `${name}: Only ${maximumFilesAtOnce} files can be sent at once.`),
    );
    const started = taken.map((file) => {
      lastKey += 1;
      return { key: lastKey, file };
    });
    setSending((earlier) => [
      ...earlier,
      ...started.map(({ key, file }) => ({ key, fileName: file.name, loaded: 0, total: file.size })),
    ]);
    for (const { key, file } of started) await sendOne(key, file);
  }

  async function sendOne(key: number, file: File) {
    const progress = (loaded: number) =>
      setSending((all) => all.map((each) => (each.key === key ? { ...each, loaded } : each)));
    const answer = await sendFile(file, progress);
    setSending((all) => all.filter((each) => each.key !== key));
    setKept((files) => [...files, ...answer.kept]);
    setProblems((all) => [
      ...all,
      ...answer.refused.map(({ fileName, reason }) => `${fileName}: ${reason}.`),
    ]);
  }

  function takeOut(token: string) {
    setKept((files) => files.filter((file) => file.token !== token));
    discardFile(token);
    place.current?.querySelector("input")?.focus();
  }

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
      {kept.length > 0 && (
        <fieldset className="field">
          <legend>Files to add</legend>
          {kept.map(({ token, fileName, byteSize }) => (
            <label key={token} className="check">
              {/* Without scripts, the post tells by this which of them were taken out. */}
              <input type="hidden" name="shownFiles" value={token} />
              <input
                type="checkbox"
                name="keptFiles"
                value={token}
                defaultChecked
                onChange={() => takeOut(token)}
              />
              <span>
                {fileName} <span className="small">{fileSize(byteSize)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
