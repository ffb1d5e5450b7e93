import { personName } from "~/models/person";
import type { CityPageData } from "~/pages/cities/cities.server";
import { PasswordLinkButton } from "../accounts/password-link";
import { Avatar } from "../avatar";
import { Badge } from "../badge";
import { ButtonLink } from "../button";
import { Card } from "../card";
import { EmailAddress } from "../email-address";
import { EmptyState } from "../empty-state";
import { DeleteIcon, EditIcon } from "../icon-links";
import { passOnLinkHint, useMailServer } from "../no-mail-server";

export function CityUsersCard({ users }: Pick<CityPageData, "users">) {
  return (
    <Card
      title="City users"
      aside={
        <ButtonLink to="?dialog=invite" preventScrollReset size="small">
          Invite user
        </ButtonLink>
      }
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
          {user.isInvited && (
            <Badge tone="yellow" plain>
              Pending Invite
            </Badge>
          )}
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
