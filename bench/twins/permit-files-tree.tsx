import { Download, Trash2 } from "lucide-react";
import { Form, Link } from "react-router";
import { acceptedPlanFiles, planFileOriginOptions } from "../../app/models/files/plan-file";
import { reviewCycleOptions, reviewLabel } from "../../app/models/permits/permit";
import { Badge, Card, controlClass, Field, iconClass, Select } from "./elements";
import type { PermitData } from "./permit-data";
import type { FilesData } from "./permit-files-data";
import { SubmitButton } from "./submit-button";

/** The plan files by review cycle, and the form that adds more. */
export function PlanFiles({ permit: { files, reviewCycle } }: { permit: PermitData }) {
  return (
    <Card id="plan-files" title="Plan Files">
      {files.length === 0 && <strong className="block p-4 text-center">No files uploaded</strong>}
      {files.map((ofCycle) => (
        <CycleFiles key={ofCycle.cycle} ofCycle={ofCycle} />
      ))}
      <UploadForm reviewCycle={reviewCycle} />
    </Card>
  );
}

function CycleFiles({ ofCycle: { cycle, isOpen, files } }: { ofCycle: FilesData[number] }) {
  return (
    <details open={isOpen} className="border-t border-gray-200 dark:border-gray-800">
      <summary className="px-4 py-2">
        {reviewLabel(cycle)}{" "}
        <span className="text-sm text-gray-500">
          {files.length} {files.length === 1 ? "file" : "files"}
        </span>
      </summary>
      <ul>
        {files.map(({ id, name, details, origin, isSetAside }) => (
          <li key={id} className="flex justify-between gap-4 px-4 py-2">
            <span className="min-w-0">
              <a href={`/api/files/${id}/download?inline`} target="_blank" rel="noreferrer">
                {name}
              </a>
              <span className="block text-sm text-gray-500">{details}</span>
              {origin && <Badge tone="grey">{origin}</Badge>}{" "}
              {isSetAside && <Badge tone="yellow">Set aside</Badge>}
            </span>
            <span>
              <a
                href={`/api/files/${id}/download`}
                target="_blank"
                rel="noopener"
                className={iconClass}
                aria-label={`Download ${name}`}
              >
                <Download className="size-4" />
              </a>
              <Link
                to={`?dialog=delete-file&fileId=${id}`}
                preventScrollReset
                className={iconClass}
                aria-label={`Delete ${name}`}
              >
                <Trash2 className="size-4" />
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function UploadForm({ reviewCycle }: Pick<PermitData, "reviewCycle">) {
  return (
    <Form
      id="upload"
      method="post"
      action="?upload"
      encType="multipart/form-data"
      preventScrollReset
      className="grid gap-4 border-t border-gray-200 p-4 dark:border-gray-800"
    >
      <input type="hidden" name="intent" value="upload" />
      <Field id="upload-cycle" label="Review cycle">
        <Select
          id="upload-cycle"
          name="reviewCycle"
          defaultValue={reviewCycle}
          options={reviewCycleOptions}
        />
      </Field>
      <Field id="upload-origin" label="What are these files?">
        <p id="upload-origin-hint" className="text-sm text-gray-500">
          The city sees plans received, and marked-up plans once their letter is out.
        </p>
        <Select
          id="upload-origin"
          name="origin"
          defaultValue="marked_up"
          aria-describedby="upload-origin-hint"
          options={planFileOriginOptions}
        />
      </Field>
      <Field id="upload-files" label="Add files">
        <p id="upload-files-hint" className="text-sm text-gray-500">
          PDF, DWG or DXF. Max 10MB each, at most 20 at once.
        </p>
        <input
          id="upload-files"
          name="files"
          type="file"
          accept={acceptedPlanFiles}
          multiple
          aria-describedby="upload-files-hint"
          className={controlClass}
        />
      </Field>
      <SubmitButton>Upload</SubmitButton>
    </Form>
  );
}
