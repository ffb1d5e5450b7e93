import type { PortalPermit } from "~/pages/portal/portal-permit.server";
import { Dialog } from "../dialog";
import { UploadForm } from "../files/plan-files-card";
import type { PermitFormResult } from "../permits/permit-form";

type UploadDialogProps = {
  upload: NonNullable<PortalPermit["upload"]>;
  formResult?: PermitFormResult;
  closeTo: string;
};

export function UploadDialog({ upload, formResult, closeTo }: UploadDialogProps) {
  return (
    <Dialog title="Upload Plan Files" closeTo={closeTo}>
      <UploadForm upload={upload} formResult={formResult} action="?dialog=upload" closeTo={closeTo} />
    </Dialog>
  );
}
