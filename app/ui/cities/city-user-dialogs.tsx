import { useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { FormAnswer } from "~/form.server";
import type { CityUser } from "~/models/cities/city-user.server";
import { failures } from "~/models/failures";
import { displayName } from "~/models/person";
import { PasswordLinkQuestion, passwordLinkTitle } from "../accounts/password-link";
import { ConfirmDialog } from "../confirm-dialog";
import { Dialog, DialogActions } from "../dialog";
import { ErrorSummary } from "../error-summary";
import { expectedVersion } from "../expected-version";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { differingTexts, VersionClash } from "../version-clash";

type DialogProps = { closeTo: string; answer?: FormAnswer };

const labels = { email: "E-mail", firstName: "First name", lastName: "Last name" };

export function InviteUserDialog({ formKey, closeTo, answer }: DialogProps & { formKey: string }) {
  return (
    <Dialog title="Invite User" closeTo={closeTo}>
      <UserFields formKey={formKey} answer={answer} closeTo={closeTo} submitLabel="Send invitation" />
    </Dialog>
  );
}

export function EditUserDialog({ user, closeTo, answer }: DialogProps & { user: CityUser }) {
  const current = answer?.current as CityUser | undefined;
  const seen = expectedVersion(answer, current?.updatedAt, user.updatedAt, "updatedAt");
  return (
    <Dialog title="Edit User" closeTo={closeTo}>
      <UserFields user={user} answer={answer} closeTo={closeTo} submitLabel="Save changes">
        {current && (
          <VersionClash
            differing={differingTexts(labels, current, answer?.result.initialValue ?? {})}
            startAgain={`?dialog=edit-user&userId=${user.id}`}
          />
        )}
        <input type="hidden" name="updatedAt" value={seen} />
      </UserFields>
    </Dialog>
  );
}

type UserFieldsProps = DialogProps & {
  user?: CityUser;
  formKey?: string;
  submitLabel: string;
  children?: ReactNode;
};

function UserFields({ user, formKey, closeTo, answer, submitLabel, children }: UserFieldsProps) {
  const [form, fields] = useForm<Record<keyof typeof labels, string>>({
    id: "user",
    lastResult: answer?.result,
    defaultValue: user && { email: user.email, firstName: user.firstName, lastName: user.lastName },
  });
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <PostForm
      answer={answer}
      failure={user ? failures.updateUser : failures.createUser}
      formKey={formKey}
      id={form.id}
    >
      <ErrorSummary form={form} labels={labels} />
      {children}
      <div className="fields">
        <TextField
          className="wide"
          field={fields.email}
          label={labels.email}
          type="email"
          required
          autoFocus={!answer}
        />
        <TextField field={fields.firstName} label={labels.firstName} />
        <TextField field={fields.lastName} label={labels.lastName} />
      </div>
      <DialogActions tone="primary" busy={isBusy} busyLabel="Saving..." closeTo={closeTo}>
        {submitLabel}
      </DialogActions>
    </PostForm>
  );
}

type UserDialogProps = DialogProps & { user: CityUser };

export function DeleteUserDialog({ user, closeTo, answer }: UserDialogProps) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <ConfirmDialog
      title="Delete User"
      failure={failures.deleteUser}
      closeTo={closeTo}
      answer={answer}
      confirm="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      tone="danger"
    >
      <p>
        <Who user={user} /> will be signed out and cannot sign in any more. Comments and files of this account
        stay.
      </p>
    </ConfirmDialog>
  );
}

export function ResetPasswordDialog({ user, closeTo, answer }: UserDialogProps) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <ConfirmDialog
      title={passwordLinkTitle(user)}
      failure={failures.generateResetLink}
      closeTo={closeTo}
      answer={answer}
      confirm="Send link"
      busyLabel="Sending..."
      isBusy={isBusy}
      tone="primary"
    >
      <p>
        <PasswordLinkQuestion {...user} name={displayName(user)} />
      </p>
    </ConfirmDialog>
  );
}

function Who({ user }: { user: CityUser }) {
  const name = displayName(user);
  return <strong className="break-words">{name === user.email ? name : `${name} (${user.email})`}</strong>;
}
