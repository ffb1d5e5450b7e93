import { AccountPanel } from "~/ui/account-panel";
import { Button } from "~/ui/button";
import { EmailField, PasswordField } from "~/ui/fields";
import { CircleAlert } from "~/ui/icons";
import { PostForm, usePostForm } from "~/ui/post-form";
import { IdentityProviderLink } from "./identity-provider-link";

type LoginPageProps = {
  returnTo: string;
  hasPasswords: boolean;
  identityProvider?: string;
  isUnavailable: boolean;
};

export function LoginPage({ returnTo, hasPasswords, identityProvider, isUnavailable }: LoginPageProps) {
  return (
    <AccountPanel
      title="Sign in to access your dashboard"
      documentTitle="Sign in"
      isError={Boolean(identityProvider && isUnavailable)}
    >
      {identityProvider && isUnavailable && (
        <div className="error-summary" role="alert">
          <CircleAlert />
          <p>
            {identityProvider} is not available at the moment. Try again in a few minutes. If the problem
            continues, contact your administrator.
          </p>
        </div>
      )}
      {hasPasswords && <PasswordForm />}
      {identityProvider && hasPasswords && <p className="panel-or">or</p>}
      {identityProvider && (
        <IdentityProviderLink
          name={identityProvider}
          returnTo={returnTo}
          isSecondary={hasPasswords}
          label={isUnavailable && !hasPasswords ? "Try again" : undefined}
        />
      )}
    </AccountPanel>
  );
}

function PasswordForm() {
  const [form, fields] = usePostForm<"email" | "password">("login");
  return (
    <PostForm form={form} hasToast={false} className="stack">
      <EmailField
        field={fields.email}
        label="Email"
        autoComplete="username"
        required
        autoFocus={!form.formResult}
      />
      <PasswordField field={fields.password} label="Password" />
      <Button tone="primary" className="w-full">
        Sign In
      </Button>
    </PostForm>
  );
}
