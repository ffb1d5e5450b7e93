import type { ReactNode } from "react";
import { permitNumberText } from "~/models/permits/permit";
import type { PermitStripData } from "~/models/plan-checks/next-step.server";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { PermitStrip } from "~/ui/permit-strip";
import { RowUndo } from "~/ui/undo-form";
import type { PermitDetail } from "./load-permit.server";

type PermitHeaderProps = {
  permit: PermitDetail["permit"];
  back: { to: string; label: string };
  isEditing?: boolean;
  strip: PermitStripData;
  children?: ReactNode;
};

export function PermitHeader({ permit, back, isEditing, strip, children }: PermitHeaderProps) {
  return (
    <PageHeader
      back={back}
      title={<PermitNumber permit={permit} />}
      documentTitle={isEditing ? `Edit ${permitNumberText(permit)}` : permitNumberText(permit)}
      subtitle={[permit.cityPermitNumber, permit.city.cityName].filter(Boolean).join(" · ")}
      strip={<PermitStrip strip={strip} isPlain={isEditing} />}
      actions={
        <>
          {!isEditing && <RowUndo of={`permit ${permit.id}`} />}
          {children}
        </>
      }
    />
  );
}
