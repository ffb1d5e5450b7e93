import type { ReactNode } from "react";
import { permitStatuses } from "~/models/permits/permit";
import type { PermitDetail } from "~/pages/permits/permit-detail.server";
import { LabelBadge } from "../badge";
import { PageHeader } from "../page-header";
import { PermitNumber, permitNumberText } from "../permit-number";

type PermitHeaderProps = {
  permit: PermitDetail["permit"];
  back: { to: string; label: string };
  isEditing?: boolean;
  children?: ReactNode;
};

export function PermitHeader({ permit, back, isEditing, children }: PermitHeaderProps) {
  return (
    <PageHeader
      back={back}
      title={<PermitNumber permit={permit} />}
      documentTitle={isEditing ? `Edit ${permitNumberText(permit)}` : permitNumberText(permit)}
      subtitle={[permit.cityPermitNumber, permit.city.cityName].filter(Boolean).join(" · ")}
      actions={
        <>
          <LabelBadge of={permitStatuses[permit.status]} />
          {children}
        </>
      }
    />
  );
}
