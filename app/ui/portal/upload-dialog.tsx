import type { PortalPermit } from "~/pages/portal/portal-permit.server";
import { Dialog } from "../dialog";
import { UploadForm } from "../files/plan-files-card";

type UploadDialogProps = { upload: NonNullable<PortalPermit["upload"]>; closeTo: string };

export function UploadDialog({ upload, closeTo }: UploadDialogProps) {
  return (
    <Dialog title="Upload Plan Files" closeTo={closeTo}>
      <UploadForm upload={upload} action="?dialog=upload" closeTo={closeTo} />
    </Dialog>
  );
}
