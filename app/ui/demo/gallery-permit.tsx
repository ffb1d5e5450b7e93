import { Discussion } from "~/routes/permits/parts/discussion";
import { PermitHistory } from "~/routes/permits/parts/permit-history";
import { FileLines } from "~/routes/permits/parts/plan-files-card";
import { CityNumberCard } from "~/routes/portal/parts/portal-permit-cards";
import { Card, EmptyState } from "../card";
import { DueDateChart } from "../due-date-chart";
import { discussion, due, files, history, today } from "./gallery-permit-data";

export function GalleryPermit() {
  return (
    <>
      <DueDateChart due={due} today={today} />
      <Card title="Plan files: deletable, kept for an administrator and a reviewer, set aside" flush>
        <FileLines files={files} address={() => "/test-ui"} />
      </Card>
      {/* The gallery has no permit, so its forms are not sent. */}
      <div onSubmitCapture={(event) => event.preventDefault()}>
        <CityNumberCard detail={{ permit: { id: 1 }, provider: "Urban37", mayGiveNumber: true }} />
        <Discussion discussion={discussion} />
      </div>
      <PermitHistory history={history} />
      <Card title="Empty discussion, history and plan files" flush>
        <EmptyState title="No comments yet" />
        <EmptyState title="No changes yet" />
        <EmptyState title="No files uploaded" />
      </Card>
    </>
  );
}
