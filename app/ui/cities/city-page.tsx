import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import type { NewPasswordLink as NewPasswordLinkData } from "~/pages/accounts/new-password-link.server";
import type { CityPageData } from "~/pages/cities/city-page.server";
import { NewPasswordLink } from "../accounts/new-password-link";
import { Badge } from "../badge";
import { Button, ButtonLink } from "../button";
import { Card } from "../card";
import { FailureToast } from "../failure-toast";
import { PageHeader } from "../page-header";
import { PostForm } from "../post-form";
import { CityInformation, CityLogoCard, CityQuickStats } from "./city-cards";
import { CityForm } from "./city-form";
import { CityLogo } from "./city-logo";
import { DeleteUserDialog, EditUserDialog, InviteUserDialog, ResetPasswordDialog } from "./city-user-dialogs";
import { CityUsersCard } from "./city-users-card";
import { DeleteCityDialog } from "./delete-city-dialog";

type CityPageProps = {
  page: CityPageData;
  secret: NewPasswordLinkData | null;
  /** The result of a refused form of this page; forms in `children` have their own. */
  formResult?: FormResult;
  /** The financial summary. */
  summary?: ReactNode;
  /** Cards in full width under the columns: fees and pricing. */
  children?: ReactNode;
};

/** The page of a city: its details with an open dialog, or its form. */
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
        </div>
        <div className="min-w-0">
          <CityQuickStats page={page} />
          <CityLogoCard page={page} formResult={isLogoForm ? formResult : undefined} />
        </div>
        <div className="below min-w-0">{summary}</div>
      </div>
      {children}
      {dialog}
    </>
  );
}

function openDialog(page: CityPageData, props: { closeTo: string; formResult?: FormResult }): ReactNode {
  const { deleting, inviting, editingUser, deletingUser, resettingUser } = page;
  if (deleting) return <DeleteCityDialog city={deleting} {...props} />;
  if (inviting) return <InviteUserDialog idempotencyKey={inviting.idempotencyKey} {...props} />;
  if (editingUser) return <EditUserDialog user={editingUser} {...props} />;
  if (deletingUser) return <DeleteUserDialog user={deletingUser} {...props} />;
  if (resettingUser) return <ResetPasswordDialog user={resettingUser} {...props} />;
  return null;
}

function CityHeader({ page: { city }, isEditing }: { page: CityPageData; isEditing?: boolean }) {
  const { id, cityName, urban37CityCode, isActive } = city;
  return (
    <PageHeader
      back={
        isEditing
          ? { to: `/cities/${id}`, label: "Back to the city" }
          : { to: "/cities", label: "Back to cities" }
      }
      title={
        <span className="flex items-center gap-3">
          <CityLogo city={city} />
          <span className="min-w-0">{cityName}</span>
        </span>
      }
      subtitle={`Code ${urban37CityCode}`}
      actions={
        <>
          <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>
          {!isEditing && (
            <>
              <ButtonLink to="?dialog=delete" preventScrollReset>
                Delete
              </ButtonLink>
              <PostForm failure={failures.updateCity} action={isActive ? "?deactivate" : "?activate"}>
                <Button>{isActive ? "Deactivate" : "Activate"}</Button>
              </PostForm>
              <ButtonLink to="?edit" tone="primary">
                Edit city
              </ButtonLink>
            </>
          )}
        </>
      }
    />
  );
}
