import { Link } from "react-router";
import { approvalWordings, approvedSubmissionsWarning, fullCityName } from "~/models/cities/city";
import { failures } from "~/models/failures";
import { isApproved, permitStatuses, permitStatusValues } from "~/models/permits/permit";
import { mailLink, personName } from "~/models/person";
import { phoneLink } from "~/models/phone";
import { pluralize } from "~/models/pluralize";
import type { CityPageData } from "~/pages/cities/city-page.server";
import { PasswordLinkButton } from "../accounts/password-link";
import { Avatar } from "../avatar";
import { LabelBadge, PlainBadge } from "../badge";
import { Button, DeleteIcon, DialogButton, EditIcon } from "../button";
import { Card, Dash, EmptyState, Fact, Facts, WideFact } from "../card";
import { EmailAddress } from "../email-address";
import { errorsIn } from "../error-summary";
import { FileField } from "../fields";
import { useFormResult } from "../form-result";
import { passOnLinkHint, useMailServer } from "../no-mail-server";
import { PostForm } from "../post-form";
import { cityFieldLabels } from "./city-labels";
import { CityLogo } from "./city-logo";

type CardProps = { page: CityPageData };

export function CityInformation({ page: { city, provider } }: CardProps) {
  const labels = cityFieldLabels(provider);
  return (
    <Card title="City information">
      <Facts>
        <Fact label={labels.cityNumber}>{city.cityNumber}</Fact>
        <Fact label={labels.urban37CityCode}>{city.urban37CityCode}</Fact>
        <Fact label={labels.managerName}>{city.managerName}</Fact>
        <Fact label={labels.managerPhone}>
          {city.managerPhone && <a href={phoneLink(city.managerPhone)}>{city.managerPhone}</a>}
        </Fact>
        <Fact label={labels.managerEmail}>
          {city.managerEmail && <a href={mailLink(city.managerEmail)}>{city.managerEmail}</a>}
        </Fact>
        <Fact label={labels.submissionStatus}>
          {permitStatuses[city.submissionStatus].label}
          {city.usesCorrections && isApproved(city.submissionStatus) && (
            <span className="small block">{approvedSubmissionsWarning}</span>
          )}
        </Fact>
        {city.usesCorrections && (
          <>
            <Fact label={labels.fullName}>
              {fullCityName({ name: city.cityName, fullName: city.fullName })}
            </Fact>
            <Fact label={labels.approvalWording}>{approvalWordings[city.approvalWording].label}</Fact>
            <Fact label={labels.letterNamesReviewers}>{city.letterNamesReviewers ? "Yes" : "No"}</Fact>
            <Fact label={labels.letterContact}>{city.letterContact}</Fact>
            <Fact label={labels.letterCodes}>{city.letterCodes}</Fact>
          </>
        )}
        <WideFact label="Last changed">{city.updated}</WideFact>
      </Facts>
    </Card>
  );
}

export function CityQuickStats({ page: { city, statistics, mayOpenPortal } }: CardProps) {
  const { byStatus, daysToApproval } = statistics;
  const permits = `/permits?cityId=${city.id}`;
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return (
    <Card
      title="Quick stats"
      footer={
        <span className="row">
          <Link to={permits}>View permits</Link>
          {mayOpenPortal && <Link to={`/oakvilles?cityId=${city.id}`}>Open portal</Link>}
        </span>
      }
      flush
    >
      <ul className="lines">
        {permitStatusValues.map((status) => (
          <li key={status}>
            <LabelBadge of={permitStatuses[status]} />
            <span>{(byStatus[status] ?? 0).toLocaleString("en-US")}</span>
          </li>
        ))}
        <li>
          <strong>Total permits</strong>
          <strong>{total.toLocaleString("en-US")}</strong>
        </li>
        <li>
          <span>
            Average time to approval
            <span className="small block">
              Calendar days from a permit's creation to its latest approval. Permits created as approved are
              not included.
            </span>
          </span>
          <strong className="flex-none">
            {daysToApproval === null ? (
              <Dash />
            ) : (
              pluralize(Math.round(daysToApproval * 10) / 10, "day", "days")
            )}
          </strong>
        </li>
      </ul>
    </Card>
  );
}

export function CityLogoCard({ page: { city } }: CardProps) {
  const formResult = useFormResult("logo");
  return (
    <Card title="Logo">
      <PostForm
        formResult={formResult}
        errors={errorsIn(formResult)}
        failure={failures.uploadLogo}
        action="?logo"
        encType="multipart/form-data"
        preventScrollReset
        className="stack"
      >
        <div className="flex flex-wrap gap-3">
          <CityLogo city={city} size={48} />
          <FileField
            // Clears the chosen file after it was uploaded.
            key={city.logoUrl}
            id="logo"
            name="logo"
            label={city.logoUrl ? "Replace the logo" : "Choose a logo"}
            hint="PNG, JPEG or WebP. Max 1 MB."
            accept=".png,.jpg,.jpeg,.webp"
            required
            errors={formResult?.submission.error?.logo ?? undefined}
            className="grow basis-60"
          />
        </div>
        <div className="actions">
          <Button>Upload logo</Button>
          {city.logoUrl && (
            <Button name="remove" value="yes">
              Remove logo
            </Button>
          )}
        </div>
      </PostForm>
    </Card>
  );
}

export function CityUsersCard({ users }: Pick<CityPageData, "users">) {
  return (
    <Card
      title="City users"
      aside={<DialogButton to="?dialog=invite" size="small" label="Invite user" />}
      flush
    >
      {users.length === 0 ? (
        <NoUsers />
      ) : (
        <ul className="lines">
          {users.map((user) => (
            <UserLine key={user.id} user={user} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function NoUsers() {
  const hint = useMailServer()
    ? "Each invited user receives an email with a link to set a password."
    : passOnLinkHint;
  return <EmptyState title="No users yet" hint={hint} />;
}

function UserLine({ user }: { user: CityPageData["users"][number] }) {
  const name = personName(user);
  const dialog = (dialogName: string) => `?dialog=${dialogName}&userId=${user.id}`;
  return (
    <li>
      <span className="flex min-w-0 items-center gap-3">
        <Avatar person={user} />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span>{name}</span>
          {name !== user.email && (
            <span className="small">
              <EmailAddress email={user.email} />
            </span>
          )}
          {user.isInvited && <PlainBadge tone="yellow">Pending Invite</PlainBadge>}
        </span>
      </span>
      <span className="icons">
        <EditIcon to={dialog("edit-user")} name={name} />
        <PasswordLinkButton to={dialog("reset-password")} name={name} />
        <DeleteIcon to={dialog("delete-user")} name={name} />
      </span>
    </li>
  );
}
