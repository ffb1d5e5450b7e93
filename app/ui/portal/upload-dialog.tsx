import type { PortalPermit } from "~/routes/portal/parts/load-portal-permit.server";
import { Dialog } from "../dialog";
import { UploadForm } from "~/routes/permits/parts/plan-files-card";

type UploadDialogProps = { upload: NonNullable<PortalPermit["upload"]>; closeTo: string };

export function UploadDialog({ upload, closeTo }: UploadDialogProps) {
  return (
    <Dialog title="Upload Plan Files" closeTo={closeTo}>
      <UploadForm upload={upload} action="?dialog=upload" closeTo={closeTo} />
    </Dialog>
  );
}
