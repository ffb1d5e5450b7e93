import type { ReactNode } from "react";
import type { FormResult } from "~/form.server";
import type { CityUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { personName } from "~/models/person";
import { PasswordLinkText, passwordLinkTitle } from "../accounts/password-link";
import { ReleaseAccountField } from "../accounts/release-account-field";
import { ConfirmDialog, DeleteDialog } from "../confirm-dialog";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { differingTexts, EditConflict } from "../edit-conflict";
import { EmailField } from "../email-field";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

type DialogProps = { closeTo: string; formResult?: FormResult };

const labels = { email: "Email", firstName: "First name", lastName: "Last name" };

export function InviteUserDialog({
  idempotencyKey,
  closeTo,
  formResult,
}: DialogProps & { idempotencyKey: string }) {
  return (
    <Dialog title="Invite user" closeTo={closeTo}>
      <UserFields
        idempotencyKey={idempotencyKey}
        formResult={formResult}
        closeTo={closeTo}
        submitLabel="Send invitation"
      />
    </Dialog>
  );
}

type EditedUser = CityUser & { boundTo: string | null };

export function EditUserDialog({ user, closeTo, formResult }: DialogProps & { user: EditedUser }) {
  const current = formResult?.current as CityUser | undefined;
  return (
    <Dialog title="Edit user" closeTo={closeTo}>
      <UserFields user={user} formResult={formResult} closeTo={closeTo} submitLabel="Save changes">
        {current && (
          <EditConflict
            differing={differingTexts(labels, current, formResult?.submission.initialValue ?? {})}
            startAgainTo={`?dialog=edit-user&userId=${user.id}`}
          />
        )}
      </UserFields>
    </Dialog>
  );
}

type UserFieldsProps = DialogProps & {
  user?: EditedUser;
  idempotencyKey?: string;
  submitLabel: string;
  children?: ReactNode;
};

function UserFields({ user, idempotencyKey, closeTo, formResult, submitLabel, children }: UserFieldsProps) {
  const [form, fields] = usePostForm<Record<keyof typeof labels | "releaseAccount", string>>(
    "user",
    formResult,
    {
      defaultValue: user && { email: user.email, firstName: user.firstName, lastName: user.lastName },
    },
  );
  return (
    <PostForm
      form={form}
      labels={labels}
      failure={user ? failures.updateUser : failures.createUser}
      idempotencyKey={idempotencyKey}
      version={user?.updatedAt}
    >
      {children}
      <div className="fields">
        <EmailField
          className="wide"
          field={fields.email}
          label={labels.email}
          required
          autoFocus={!formResult}
        />
        <TextField field={fields.firstName} label={labels.firstName} />
        <TextField field={fields.lastName} label={labels.lastName} />
      </div>
      {user && <ReleaseAccountField field={fields.releaseAccount} boundTo={user.boundTo} />}
      <DialogActions closeTo={closeTo}>{submitLabel}</DialogActions>
    </PostForm>
  );
}

type UserDialogProps = DialogProps & { user: CityUser };

export function DeleteUserDialog({ user, closeTo, formResult }: UserDialogProps) {
  return (
    <DeleteDialog title="Delete user" failure={failures.deleteUser} closeTo={closeTo} formResult={formResult}>
      <p>
        <UserName user={user} /> will be signed out and can no longer sign in. The user's comments and files
        are kept.
      </p>
    </DeleteDialog>
  );
}

export function ResetPasswordDialog({ user, closeTo, formResult }: UserDialogProps) {
  return (
    <ConfirmDialog
      title={passwordLinkTitle(user)}
      failure={failures.generateResetLink}
      closeTo={closeTo}
      formResult={formResult}
      confirm="Send link"
      busyLabel="Sending..."
      tone="primary"
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
