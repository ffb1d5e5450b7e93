import { Card, EmptyState } from "~/ui/card";
import { DueDateChart } from "~/ui/due-date-chart";
import { HomeQueueCard } from "~/ui/home-queue";
import { PermitStrip } from "~/ui/permit-strip";
import { Discussion } from "~/ui/permits/discussion";
import { FileLines } from "~/ui/permits/plan-files-card";
import { WorkLinks } from "~/ui/work-links";
import { PermitHistory } from "../../permits/parts/permit-history";
import { CityNumberCard } from "../../portal/parts/portal-permit-cards";
import { discussion, due, files, history, queue, strips, today } from "./gallery-permit-data";

export function GalleryPermit() {
  return (
    <>
      <HomeQueueCard queue={queue} footer={<WorkLinks />} />
      <HomeQueueCard queue={[]} />
      {strips.map((strip) => (
        <PermitStrip key={strip.holder} strip={strip} isPlain={strip.daysLeft === undefined} />
      ))}
      <DueDateChart due={due} today={today} current="2026-11-23" hrefOf={() => "#"} />
      <DueDateChart due={{ ...due, overdue: 1_480 }} today={today} current="overdue" hrefOf={() => "#"} />
      <Card title="Plan files: deletable, kept for an administrator and a reviewer, set aside" flush>
        <FileLines files={files} />
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
