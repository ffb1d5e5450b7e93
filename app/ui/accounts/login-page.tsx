import CircleAlert from "lucide-react/icons/circle-alert";
import type { FormResult } from "~/form.server";
import { AccountSheet } from "../account-sheet";
import { Button } from "../button";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { ContinueLink } from "./continue-link";

type LoginPageProps = {
  returnTo: string;
  hasPasswords: boolean;
  /** The name of the identity provider, if there is one. */
  provider?: string;
  /** The provider was tried just now, and did not answer. */
  isDown: boolean;
  formResult?: FormResult;
};

/** The ways in: the password form, the identity provider, or both. */
export function LoginPage({ returnTo, hasPasswords, provider, isDown, formResult }: LoginPageProps) {
  return (
    <AccountSheet title="Sign in to access your dashboard">
      {provider && isDown && (
        <div className="error-summary" role="alert">
          <CircleAlert />
          <p>
            {provider} can not sign anybody in just now. Try again in a few minutes; if it stays, tell your
            administrator.
          </p>
        </div>
      )}
      {hasPasswords && <PasswordForm formResult={formResult} />}
      {provider && hasPasswords && <p className="sheet-or">or</p>}
      {provider && (
        <ContinueLink
          provider={provider}
          returnTo={returnTo}
          isSecond={hasPasswords}
          label={isDown && !hasPasswords ? "Try again" : undefined}
        />
      )}
    </AccountSheet>
  );
}

function PasswordForm({ formResult }: { formResult?: FormResult }) {
  const [form, fields] = usePostForm<{ email: string; password: string }>("login", formResult);
  return (
    <PostForm form={form} hasToast={false} className="stack">
      <TextField
        field={fields.email}
        label="E-mail"
        type="email"
        autoComplete="username"
        autoFocus={!formResult}
      />
      <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
      <Button tone="primary" className="w-full">
        Sign In
      </Button>
    </PostForm>
  );
}
