import type { SubmissionResult } from "@conform-to/dom";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import {
  CheckField,
  CheckGroup,
  DateField,
  EmailField,
  FileField,
  PhoneField,
  SelectField,
  TextField,
} from "~/ui/fields";
import { FormResultContext } from "~/ui/form-result";
import { usePostForm } from "~/ui/post-form";

type ExampleField =
  | "cityPermitNumber"
  | "projectName"
  | "applicantEmail"
  | "hours"
  | "status"
  | "dueDate"
  | "disciplines"
  | "isExpeditedReview";

const refused: SubmissionResult<string[]> = {
  status: "error",
  initialValue: {
    cityPermitNumber: "",
    projectName: "Harbor Street Apartments",
    disciplines: ["structural", "fire"],
    isExpeditedReview: "on",
    applicantEmail: "not an address",
  },
  error: {
    cityPermitNumber: ["City permit number is required"],
    applicantEmail: ["Invalid input"],
    status: ["Please select a status"],
    dueDate: ["Due date is required"],
    hours: ["Required"],
    disciplines: ["Please select at least one discipline"],
  },
};

const labels = { applicantEmail: "Applicant email", hours: "Hours" };

const disciplines = [
  "Architectural",
  "Structural",
  "Civil",
  "Electrical",
  "Plumbing",
  "Mechanical",
  "Fire",
].map((label) => ({ value: label.toLowerCase(), label }));

const statuses = [
  { value: "approved", label: "Approved" },
  { value: "hold", label: "Hold" },
];

export const GalleryFields = () => (
  <FormResultContext value={{ submission: refused }}>
    <Fields />
  </FormResultContext>
);

function Fields() {
  const [form, fields] = usePostForm<ExampleField>("gallery", {
    constraint: { cityPermitNumber: { required: true }, hours: { required: true, min: 0.25, step: 0.25 } },
  });
  return (
    <Card title="Fields">
      <form id={form.id} noValidate>
        <ErrorSummary form={form} labels={labels} takesFocus={false} />
        <div className="fields">
          <TextField
            field={fields.cityPermitNumber}
            label="City permit number"
            hint="As the city writes it"
          />
          <TextField field={fields.projectName} label="Project name" required />
          <EmailField field={fields.applicantEmail} label="Applicant email" autoComplete="email" />
          <PhoneField field={{ id: "gallery-phone", name: "phone" }} label="Phone" />
          <PhoneField
            field={{
              id: "gallery-phone-refused",
              name: "phone-refused",
              initialValue: "(707) 555",
              errors: ["Please enter a 10-digit phone number"],
            }}
            label="Manager phone"
          />
          <TextField field={fields.hours} label="Hours" type="number" inputMode="decimal" />
          <SelectField
            field={fields.status}
            label="Status"
            placeholder="Select a status"
            options={statuses}
            required
          />
          <DateField field={fields.dueDate} label="Due date" required />
          <TextField
            field={{ id: "gallery-description", name: "description" }}
            label="Description"
            placeholder="Write a comment"
            className="wide"
            rows={4}
          />
          <CheckGroup
            field={fields.disciplines}
            label="Required disciplines"
            hint="Each gets an assignment"
            options={disciplines}
            className="wide"
            required
          />
          <CheckField field={fields.isExpeditedReview} label="Expedited review" hint="Costs more" />
          <FileField
            field={{ id: "gallery-files", name: "files" }}
            label="Plan files"
            hint="PDF, DWG or DXF. Max 200MB each"
            accept=".pdf,.dwg,.dxf"
            multiple
          />
          <FileField
            field={{ id: "gallery-logo", name: "logo", errors: ["The file is larger than 10 MB"] }}
            label="Logo"
            accept="image/*"
          />
        </div>
        <div className="actions">
          <Button tone="primary">Create permit</Button>
          <a href="#title">Cancel</a>
        </div>
      </form>
    </Card>
  );
}
