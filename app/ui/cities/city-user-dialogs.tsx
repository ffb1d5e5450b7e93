import type { CityUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { personName } from "~/models/person";
import { PasswordLinkText, passwordLinkTitle } from "../accounts/password-link";
import { ReleaseAccountField } from "../accounts/release-account-field";
import { EditConflict } from "../edit-conflict";
import { EmailField, TextField } from "../fields";
import { ConfirmDialog, DeleteDialog, FormDialog, usePostForm } from "../post-form";

const labels = { email: "Email", firstName: "First name", lastName: "Last name" };

type EditedUser = CityUser & { boundTo: string | null };
type DialogProps = { closeTo: string };

export function InviteUserDialog(props: DialogProps & { idempotencyKey: string }) {
  return <UserFormDialog title="Invite user" submit="Send invitation" {...props} />;
}

export function EditUserDialog(props: DialogProps & { user: EditedUser }) {
  return <UserFormDialog title="Edit user" submit="Save changes" {...props} />;
}

type UserFormDialogProps = DialogProps & {
  title: string;
  submit: string;
  user?: EditedUser;
  idempotencyKey?: string;
};

function UserFormDialog({ user, ...dialog }: UserFormDialogProps) {
  const [form, fields] = usePostForm<keyof typeof labels | "releaseAccount">("user", {
    values: user && { email: user.email, firstName: user.firstName, lastName: user.lastName },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      labels={labels}
      failure={user ? failures.updateUser : failures.createUser}
      version={user?.updatedAt}
      className={undefined}
    >
      {user && <EditConflict startAgainTo={`?dialog=edit-user&userId=${user.id}`} />}
      <div className="fields">
        <EmailField className="wide" field={fields.email} required autoFocus={!form.formResult} />
        <TextField field={fields.firstName} />
        <TextField field={fields.lastName} />
      </div>
      {user && <ReleaseAccountField field={fields.releaseAccount} boundTo={user.boundTo} />}
    </FormDialog>
  );
}

type UserDialogProps = DialogProps & { user: CityUser };

export function DeleteUserDialog({ user, ...dialog }: UserDialogProps) {
  return (
    <DeleteDialog {...dialog} title="Delete user" failure={failures.deleteUser}>
      <p>
        <UserName user={user} /> will be signed out and can no longer sign in. The user's comments and files
        are kept.
      </p>
    </DeleteDialog>
  );
}

export function ResetPasswordDialog({ user, ...dialog }: UserDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={passwordLinkTitle(user)}
      failure={failures.generateResetLink}
      submit="Send link"
      busyLabel="Sending..."
    >
      <p>
        <PasswordLinkText {...user} name={personName(user)} />
      </p>
    </ConfirmDialog>
  );
}

function UserName({ user }: { user: CityUser }) {
  const name = personName(user);
  return <strong className="break-words">{name === user.email ? name : `${name} (${user.email})`}</strong>;
}
