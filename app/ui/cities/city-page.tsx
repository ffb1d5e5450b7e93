import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { FormResult } from "~/form.server";
import type { NewPasswordLink as NewPasswordLinkData } from "~/pages/accounts/one-time-secret.server";
import type { CityPageData } from "~/pages/cities/cities.server";
import { NewPasswordLink } from "../accounts/one-time-secret";
import { Card } from "../card";
import type { DialogProps } from "../form-dialog";
import { FailureToast } from "../toast";
import { CityInformation, CityLogoCard, CityQuickStats } from "./city-cards";
import { CityForm } from "./city-form";
import { CityHeader } from "./city-header";
import { DeleteUserDialog, EditUserDialog, InviteUserDialog, ResetPasswordDialog } from "./city-user-dialogs";
import { CityUsersCard } from "./city-users-card";
import { DeleteCityDialog } from "./delete-city-dialog";

type CityPageProps = {
  page: CityPageData;
  secret: NewPasswordLinkData | null;
  /** The result of a refused form of this page; forms in `children` have their own. */
  formResult?: FormResult;
  summary?: ReactNode;
  children?: ReactNode;
};

export function CityPage({ page, secret, formResult, summary, children }: CityPageProps) {
  const [address] = useSearchParams();
  const closeTo = `/cities/${page.city.id}`;
  if (page.form) {
    return (
      <>
        <CityHeader page={page} isEditing />
        <Card title="City information">
          <CityForm
            form={page.form}
            provider={page.provider}
            formResult={formResult}
            action="?edit"
            submitLabel="Save changes"
            cancelTo={closeTo}
          />
        </Card>
      </>
    );
  }
  const isLogoForm = address.has("logo");
  const dialog = openDialog(page, { closeTo, formResult });
  return (
    <>
      {!dialog && !isLogoForm && <FailureToast formResult={formResult} />}
      <CityHeader page={page} />
      {secret && <NewPasswordLink secret={secret} />}
      <div className="columns">
        <div className="min-w-0">
          <CityInformation page={page} />
          <CityUsersCard users={page.users} />
          {summary}
        </div>
        <div className="min-w-0">
          <CityQuickStats page={page} />
          <CityLogoCard page={page} formResult={isLogoForm ? formResult : undefined} />
        </div>
      </div>
      {children}
      {dialog}
    </>
  );
}

function openDialog(page: CityPageData, props: DialogProps): ReactNode {
  const { deleting, inviting, editingUser, deletingUser, resettingUser } = page;
  if (deleting) return <DeleteCityDialog city={deleting} {...props} />;
  if (inviting) return <InviteUserDialog {...inviting} {...props} />;
  if (editingUser) return <EditUserDialog user={editingUser} {...props} />;
  if (deletingUser) return <DeleteUserDialog user={deletingUser} {...props} />;
  if (resettingUser) return <ResetPasswordDialog user={resettingUser} {...props} />;
  return null;
}
