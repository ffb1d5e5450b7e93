import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { isBillingForm } from "~/models/fees/billing-form";
import type { NewPasswordLink as NewPasswordLinkData } from "~/pages/accounts/one-time-secret.server";
import type { CityPageData } from "~/pages/cities/city-page.server";
import { NewPasswordLink } from "../accounts/one-time-secret";
import { Card } from "../card";
import { FailureOfGoneForm } from "../toast";
import { CityInformation, CityLogoCard, CityQuickStats, CityUsersCard } from "./city-cards";
import { CityForm } from "./city-form";
import { CityHeader } from "./city-header";
import { DeleteUserDialog, EditUserDialog, InviteUserDialog, ResetPasswordDialog } from "./city-user-dialogs";
import { DeleteCityDialog } from "./delete-city-dialog";

type CityPageProps = {
  page: CityPageData;
  secret: NewPasswordLinkData | null;
  summary?: ReactNode;
  children?: ReactNode;
};

export function CityPage({ page, secret, summary, children }: CityPageProps) {
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
            action="?edit"
            submitLabel="Save changes"
            cancelTo={closeTo}
          />
        </Card>
      </>
    );
  }
  const dialog = openDialog(page, closeTo);
  const isShown = dialog || address.has("logo") || isBillingForm(address);
  return (
    <>
      {!isShown && <FailureOfGoneForm />}
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
          <CityLogoCard page={page} />
        </div>
      </div>
      {children}
      {dialog}
    </>
  );
}

function openDialog(page: CityPageData, closeTo: string): ReactNode {
  const { deleting, inviting, editingUser, deletingUser, resettingUser } = page;
  if (deleting) return <DeleteCityDialog city={deleting} closeTo={closeTo} />;
  if (inviting) return <InviteUserDialog {...inviting} closeTo={closeTo} />;
  if (editingUser) return <EditUserDialog user={editingUser} closeTo={closeTo} />;
  if (deletingUser) return <DeleteUserDialog user={deletingUser} closeTo={closeTo} />;
  if (resettingUser) return <ResetPasswordDialog user={resettingUser} closeTo={closeTo} />;
  return null;
}
