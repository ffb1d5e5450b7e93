import { CircleX, Clock, FileSearch, Info } from "lucide";
import { failures } from "~/models/failures";
import { cityDueStatus, holderLine } from "~/models/permits/city-status";
import { projectTypes } from "~/models/permits/permit";
import { permitFieldLabels } from "~/models/permits/permit-columns";
import { DisciplineBadges, LabelBadge } from "~/ui/badge";
import { Button, ButtonLink, DeleteIcon, DialogButton } from "~/ui/button";
import { Card, Fact, Facts, WideFact } from "~/ui/card";
import { Day } from "~/ui/day";
import { TextField } from "~/ui/fields";
import { useFormResult } from "~/ui/form-result";
import { drawn } from "~/ui/icon";
import { CircleCheck } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { PermitStrip } from "~/ui/permit-strip";
import { ApplicantCard } from "~/ui/permits/applicant-card";
import { Discussion } from "~/ui/permits/discussion";
import { OutsideFiles } from "~/ui/permits/outside-files";
import { ZipLinks } from "~/ui/permits/plan-files-card";
import { PostForm, usePostForm } from "~/ui/post-form";
import { SheetStrip } from "~/ui/sheets/sheet-strip";
import type { PortalPermit } from "./load-portal-permit.server";
import { PlansForm } from "./plans-form";
import { PortalPlanCheck } from "./portal-plan-check";

type PortalPermitProps = { detail: PortalPermit };

export function PortalPermitPage({ detail }: PortalPermitProps) {
  const { permit } = detail;
  const numberResult = useFormResult("city-number");
  const page = `/oakvilles/permits/${permit.id}`;
  return (
    <>
      <Header detail={detail} />
      <div className="columns side-first">
        <div className="min-w-0">
          {detail.planChecks && (
            <PortalPlanCheck
              planChecks={detail.planChecks}
              letters={detail.letters}
              permitId={permit.id}
              page={page}
            />
          )}
          <StatusInformation detail={detail} />
        </div>
        <div className="min-w-0">
          {(detail.mayGiveNumber || numberResult) && <CityNumberCard detail={detail} />}
          <Information permit={permit} />
          <ApplicantCard title="Applicant Information" permit={permit} statusLinks={detail.statusLinks} />
          <PortalFiles detail={detail} />
          <Discussion discussion={detail.discussion} />
        </div>
      </div>
    </>
  );
}

const icons = {
  approved: CircleCheck,
  pending_review: drawn(Clock),
  in_review: drawn(FileSearch),
  rejected: drawn(CircleX),
  unknown: drawn(Info),
};

function Header({ detail: { permit, portal, strip, upload, letters } }: PortalPermitProps) {
  const Icon = icons[permit.badge.value];
  return (
    <PageHeader
      back={{ to: portal, label: "Back to Portal" }}
      title={
        <span className="row">
          <span className={`grid h-9 w-9 shrink-0 place-items-center rounded-full ${permit.badge.tone}`}>
            <Icon />
          </span>
          <span>
            {permit.cityPermitNumber ?? "No city permit number yet"}
            {permit.revisionNumber && (
              <span className="revision"> {permit.revisionNumber.toUpperCase()}</span>
            )}
          </span>
        </span>
      }
      documentTitle={permit.cityPermitNumber ?? permit.urban37PermitNumber}
      subtitle={`Provider reference: ${permit.urban37PermitNumber}`}
      strip={
        <PermitStrip
          strip={strip}
          form={
            strip.step &&
            upload && (
              <PlansForm step={strip.step} upload={upload} isAnswering={letters?.answers?.isOpen ?? false} />
            )
          }
        />
      }
    />
  );
}

type PermitProps = { permit: PortalPermit["permit"] };

function StatusBadge({ permit: { badge } }: PermitProps) {
  return (
    <div>
      <LabelBadge of={badge} /> {badge.second && <LabelBadge of={badge.second} />}
    </div>
  );
}

function Information({ permit }: PermitProps) {
  return (
    <Card title="Permit Information">
      <Facts>
        <Fact label="Project name">{permit.projectName}</Fact>
        <Fact label="Project type">{projectTypes[permit.projectType].label}</Fact>
        <WideFact label="Address">{permit.projectAddress}</WideFact>
        <WideFact label="Description">{permit.projectDescription}</WideFact>
        <Fact label="Review cycle">{permit.reviewCycle}</Fact>
        <Fact label="Permit year">{permit.permitCreationYear}</Fact>
        <WideFact label="Required disciplines">
          {permit.requiredDisciplines.length > 0 && (
            <DisciplineBadges disciplines={permit.requiredDisciplines} />
          )}
        </WideFact>
        {permit.needsPhysicalPlans && <Fact label="Physical plans">Needed</Fact>}
      </Facts>
    </Card>
  );
}

function StatusInformation({ detail }: PortalPermitProps) {
  const { permit, submitted, created, today, provider } = detail;
  const due = cityDueStatus(permit, today);
  return (
    <Card title="Status Information">
      <Facts>
        <WideFact label="Current status">
          <StatusBadge permit={permit} />
          <span className="small block">{holderLine(permit, provider)}</span>
        </WideFact>
        <WideFact label="Due date">
          <Day date={permit.dueDate} isLate={due?.tone === "red"} />
          {due && <span className="small block">{due.label}</span>}
        </WideFact>
        {submitted && <Fact label="Submitted">{submitted}</Fact>}
        {created && <Fact label="Created">{created}</Fact>}
      </Facts>
    </Card>
  );
}

type CityNumberCardProps = {
  detail: Pick<PortalPermit, "provider" | "mayGiveNumber"> & { permit: { id: number } };
};

/** The form for the city's own permit number. After an edit conflict, the typed number is shown read-only. */
export function CityNumberCard({ detail }: CityNumberCardProps) {
  const { permit, provider, mayGiveNumber } = detail;
  const [form, fields] = usePostForm<"cityPermitNumber">("city-number");
  const label = permitFieldLabels.cityPermitNumber;
  return (
    <Card title="Add your city permit number" id="city-number">
      <PostForm
        form={form}
        labels={{ cityPermitNumber: label }}
        failure={failures.updatePermit}
        action=".?city-number"
        className="stack"
      >
        <TextField
          field={fields.cityPermitNumber}
          label={label}
          hint={mayGiveNumber && `You can add it once. After that, only ${provider} can change it.`}
          required={mayGiveNumber}
          readOnly={!mayGiveNumber}
        />
        <div className="actions">
          {mayGiveNumber ? (
            <Button tone="primary">Save number</Button>
          ) : (
            <ButtonLink to={`/oakvilles/permits/${permit.id}`}>Close</ButtonLink>
          )}
        </div>
      </PostForm>
    </Card>
  );
}

function PortalFiles({ detail: { permit, files, sheets, mayUpload, zipLinks } }: PortalPermitProps) {
  return (
    <Card
      title="Plan Files"
      id="plan-files"
      flush
      aside={mayUpload && <DialogButton to="upload" label="Upload Files" />}
    >
      {sheets && <SheetStrip base={`/oakvilles/permits/${permit.id}/sheets`} strip={sheets} />}
      <OutsideFiles
        files={files}
        addressOf={({ id }) => `/api/files/download/${id}`}
        actions={({ id, fileName, mayDelete }) =>
          mayDelete && <DeleteIcon to={`files/${id}/delete`} name={fileName} />
        }
      />
      <ZipLinks links={zipLinks} />
    </Card>
  );
}
