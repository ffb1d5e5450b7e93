import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import type { GroupedName } from "~/models/columns";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import type { StagedFile } from "~/models/files/staged-file.server";
import {
  permitStatusOptions,
  permitYearOptions,
  projectTypeOptions,
  reviewCycleOptions,
  revisionOptions,
} from "~/models/permits/permit";
import { permitFieldLabels as labels, type permitColumns } from "~/models/permits/permit-columns";
import type { FormResult } from "~/platform/forms/form.server";
import { Card, InOrder } from "~/ui/card";
import { CheckField, CheckGroup, DateField, EmailField, SelectField, TextField } from "~/ui/fields";
import { type ChosenFiles, PlanFileField } from "~/ui/files/plan-file-field";
import type { FormField } from "~/ui/form-field";
import { PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import type { PermitFormData } from "./load-permit-form.server";
import { suggestionsOf } from "./permit-suggestion";

export type PermitFormResult = FormResult & { keptFiles?: StagedFile[]; fileProblems?: string[] };

type PermitFormProps = {
  form: PermitFormData;
  submitLabel: string;
  cancelTo: string;
  children?: ReactNode;
};

export function PermitForm({ form: data, submitLabel, cancelTo, children }: PermitFormProps) {
  const [form, fields] = usePostForm<keyof typeof labels, PermitFormResult>("permit", data);
  const { formResult } = form;
  const [files, setFiles] = useState<ChosenFiles>();
  const { suggestion, updateSuggestions } = useSuggestions(data, formResult, {
    numberId: fields.urban37PermitNumber.id,
    statusId: fields.status.id,
  });

  return (
    <PostForm
      form={form}
      labels={labels}
      browserErrors={{ files: files?.problems ?? [] }}
      idempotencyKey={data.idempotencyKey}
      version={data.values.updatedAt as string | undefined}
      failure={data.isNew ? failures.createPermit : failures.updatePermit}
      encType={data.isNew ? "multipart/form-data" : undefined}
      onChange={updateSuggestions}
    >
      {children}
      {data.isNew && <input type="hidden" name="suggestedPermitNumber" value={suggestion} />}
      <PermitCard data={data} fields={fields} suggestion={form.wasSent ? "" : suggestion} />
      <ProjectCards fields={fields} />
      {data.isNew && (
        <Card title={labels.files}>
          <PlanFileField
            id={`${form.id}-files`}
            label="Choose files"
            maxFileSize={data.maxFileSize}
            keptFiles={formResult?.keptFiles}
            errors={formResult?.fileProblems}
            onChange={setFiles}
          />
        </Card>
      )}
      <div className="actions">
        <SubmitButton
          tone="primary"
          busy={files?.isBusy}
          busyLabel={files?.isBusy ? "Uploading..." : "Saving..."}
        >
          {submitLabel}
        </SubmitButton>
        <Link to={cancelTo}>Cancel</Link>
      </div>
    </PostForm>
  );
}

type Fields = Record<keyof typeof labels, FormField>;

type PermitCardProps = { data: PermitFormData; fields: Fields; suggestion: string };

/** The inputs of one part of the form; the compiler asks for each of its columns. */
type Inputs<Group extends string> = Record<GroupedName<typeof permitColumns, Group>, ReactNode>;

function PermitCard({ data, fields, suggestion }: PermitCardProps) {
  const number = fields.urban37PermitNumber;
  const inputs: Inputs<"permit"> = {
    cityId: <SelectField field={fields.cityId} options={data.cities} placeholder="Select a city" />,
    permitCreationYear: <SelectField field={fields.permitCreationYear} options={permitYearOptions} />,
    urban37PermitNumber: (
      <TextField
        field={{ ...number, initialValue: number.initialValue ?? suggestion }}
        hint={data.isNew ? "Leave blank to use the city's next number." : undefined}
        required={!data.isNew}
      />
    ),
    revisionNumber: <SelectField field={fields.revisionNumber} options={revisionOptions} required={false} />,
    cityPermitNumber: <TextField field={fields.cityPermitNumber} />,
    status: <SelectField field={fields.status} options={permitStatusOptions} />,
    reviewCycle: (
      <SelectField
        field={fields.reviewCycle}
        hint={data.isCycleFixed ? "Moves on by Start next review cycle." : undefined}
        options={data.isCycleFixed ? currentCycleOf(data) : reviewCycleOptions}
      />
    ),
  };
  const switches: Inputs<"switches"> = {
    isExpeditedReview: <CheckField field={fields.isExpeditedReview} required={false} />,
    needsPhysicalPlans: <CheckField field={fields.needsPhysicalPlans} required={false} />,
  };
  return (
    <Card title="Permit">
      <div className="fields">
        <InOrder of={inputs} />
        <div className="switches">
          <InOrder of={switches} />
        </div>
      </div>
    </Card>
  );
}

const currentCycleOf = ({ values }: PermitFormData) =>
  reviewCycleOptions.filter(({ value }) => value === values.reviewCycle);

function ProjectCards({ fields }: { fields: Fields }) {
  const dates: Inputs<"dates"> = {
    creationDate: <DateField field={fields.creationDate} />,
    dueDate: <DateField field={fields.dueDate} />,
    submissionDate: <DateField field={fields.submissionDate} />,
  };
  const applicant: Inputs<"applicant"> = {
    applicantName: <TextField field={fields.applicantName} />,
    applicantEmail: <EmailField field={fields.applicantEmail} />,
    applicantPhone: <TextField field={fields.applicantPhone} type="tel" />,
  };
  return (
    <>
      <Card title="Dates">
        <div className="fields thirds">
          <InOrder of={dates} />
        </div>
      </Card>
      <Card title="Project">
        <div className="fields">
          <InOrder of={projectInputs(fields)} />
        </div>
      </Card>
      <Card title="Applicant">
        <div className="fields thirds">
          <InOrder of={applicant} />
        </div>
      </Card>
    </>
  );
}

const projectInputs = (fields: Fields): Inputs<"project"> => ({
  projectName: <TextField field={fields.projectName} />,
  projectType: <SelectField field={fields.projectType} options={projectTypeOptions} />,
  projectAddress: <TextField className="wide" field={fields.projectAddress} />,
  projectDescription: <TextField className="wide" field={fields.projectDescription} rows={4} />,
  requiredDisciplines: (
    <CheckGroup className="wide" field={fields.requiredDisciplines} options={disciplineOptions} />
  ),
});

type SuggestionIds = { numberId: string; statusId: string };

/** Suggests a number and a status for the city and year, until the user types or chooses another. */
function useSuggestions(
  data: PermitFormData,
  formResult: FormResult | undefined,
  { numberId, statusId }: SuggestionIds,
) {
  const fetcher = useFetcher<{ form: PermitFormData }>();
  const { number, status } = suggestionsOf(
    data,
    fetcher.data?.form,
    formResult?.submission.initialValue?.suggestedPermitNumber,
  );
  const lastNumber = useRef(number);
  // A status that was sent counts as chosen.
  const isStatusChosen = useRef(formResult !== undefined);
  const lastStatus = useRef(status);

  useEffect(() => {
    const input = document.getElementById(numberId) as HTMLInputElement | null;
    if (input && input.value === lastNumber.current) input.value = number;
    lastNumber.current = number;
  }, [number, numberId]);

  useEffect(() => {
    const select = document.getElementById(statusId) as HTMLSelectElement | null;
    // It can also have been chosen before the scripts ran.
    const isSuggested = select?.value === lastStatus.current && !isStatusChosen.current;
    if (select && status && isSuggested) select.value = status;
    lastStatus.current = status;
  }, [status, statusId]);

  function updateSuggestions(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    if (name === "status") isStatusChosen.current = true;
    if (!data.isNew || (name !== "cityId" && name !== "permitCreationYear")) return;
    const fields = new FormData(event.currentTarget);
    const parameters = ["cityId", "permitCreationYear"].map((field) => [field, String(fields.get(field))]);
    fetcher.load(`/permits/new?${new URLSearchParams(parameters)}`);
  }

  return { suggestion: number, updateSuggestions };
}
