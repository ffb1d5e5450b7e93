import CircleAlert from "lucide-react/icons/circle-alert";
import type { FormAnswer } from "~/form.server";
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
  answer?: FormAnswer;
};

/** The ways in: the password form, the identity provider, or both. */
export function LoginPage({ returnTo, hasPasswords, provider, isDown, answer }: LoginPageProps) {
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
      {hasPasswords && <PasswordForm answer={answer} />}
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

function PasswordForm({ answer }: { answer?: FormAnswer }) {
  const [form, fields] = usePostForm<{ email: string; password: string }>("login", answer);
  return (
    <PostForm form={form} hasToast={false} className="stack">
      <TextField
        field={fields.email}
        label="E-mail"
        type="email"
        autoComplete="username"
        autoFocus={!answer}
      />
      <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
      <Button tone="primary" className="w-full">
        Sign In
      </Button>
    </PostForm>
  );
}
