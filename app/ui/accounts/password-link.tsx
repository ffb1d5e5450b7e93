import { KeyRound } from "lucide";
import { DialogIcon } from "../button";
import { drawn } from "../icon";
import { useMailServer } from "../no-mail-server";

type Person = { name: string; email: string; isInvited: boolean };

const Key = drawn(KeyRound);

export const PasswordLinkButton = ({ to, name }: { to: string; name: string }) => (
  <DialogIcon to={to} label={`Reset the password of ${name}`} icon={<Key />} />
);

export const passwordLinkTitle = ({ isInvited }: Pick<Person, "isInvited">) =>
  isInvited ? "Send invitation again" : "Reset password";

export function PasswordLinkText({ name, email, isInvited }: Person) {
  return (
    <>
      {isInvited
        ? "A new invitation, valid for 7 days, will be emailed to "
        : "A link to set a new password, valid for one hour, will be emailed to "}
      <strong className="break-words">{email}</strong> and shown here once. Earlier links for{" "}
      <strong className="break-words">{name}</strong> will no longer work.
      {!useMailServer() && " No mail server: the email is not sent, but written to the outbox folder."}
    </>
  );
}
