import type { ReactNode } from "react";
import { permitNumberText } from "~/models/permits/permit";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { RowUndo } from "~/ui/undo-form";
import type { PermitDetail } from "./load-permit.server";

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
          {!isEditing && <RowUndo of={`permit ${permit.id}`} />}
          {children}
        </>
      }
    />
  );
}
