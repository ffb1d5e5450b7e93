import { failures } from "~/models/failures";
import { fileSize } from "~/models/files/file-size";
import { optionsOf } from "~/models/options";
import { planSetKinds, planSetStates } from "~/models/sheets/plan-set";
import { PlainBadge } from "~/ui/badge";
import { Button, DownloadLink, FileLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { SelectField } from "~/ui/fields";
import { PostForm } from "~/ui/post-form";
import type { SheetsData } from "./load-sheets.server";

const addressOf = (id: number): string => `/api/files/${id}/download`;

/** The PDFs of the sheets, with what was found in them. */
export function FilesOfSheets({ data: { files, base, mayChange } }: { data: SheetsData }) {
  return (
    <Card title="Files" id="files" flush>
      <ul className="lines sheet-files">
        {files.map((file) => (
          <li key={file.id}>
            <span className="min-w-0">
              <FileLink
                address={addressOf(file.planFileId)}
                fileName={file.fileName}
                className="break-words"
              />
              <span className="small block">
                {file.reviewCycle} · {planSetStates[file.state].label}
                {file.confirmed && ` · Sheet list confirmed by ${file.confirmed}`}
              </span>
              {file.isSetAside && <PlainBadge tone="yellow">Set aside</PlainBadge>}
              <Notes notes={file.notes} />
            </span>
            {mayChange && file.state === "ready" && <KindForm file={file} base={base} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type KindFormProps = { file: SheetsData["files"][number]; base: string };

function KindForm({ file, base }: KindFormProps) {
  return (
    <PostForm action={`${base}?kind`} failure={failures.updateSheet} className="row" preventScrollReset>
      <input type="hidden" name="planSetId" value={file.id} />
      <SelectField
        key={file.kind}
        field={{ id: `kind-${file.id}`, name: "kind", initialValue: file.kind }}
        label={<span className="sr-only">What {file.fileName} is</span>}
        options={optionsOf(planSetKinds)}
      />
      <Button size="small">Save</Button>
    </PostForm>
  );
}

const Notes = ({ notes }: { notes: string[] }) =>
  notes.map((note) => (
    <span key={note} className="small block">
      {note}
    </span>
  ));

export function OtherFiles({ files }: { files: SheetsData["others"] }) {
  if (files.length === 0) return null;
  return (
    <Card title="Files without sheets" id="other-files" flush>
      <ul className="lines">
        {files.map(({ id, fileName, byteSize, reviewCycle, notes }) => (
          <li key={id}>
            <span className="min-w-0">
              <a href={addressOf(id)} className="break-words">
                {fileName}
              </a>
              <span className="small block">
                {fileSize(byteSize)} · {reviewCycle}
              </span>
              <Notes notes={notes} />
            </span>
            <DownloadLink address={addressOf(id)} fileName={fileName} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
