import { pluralize } from "~/models/pluralize";
import { AccountPanel } from "~/ui/account-panel";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, PasswordField } from "~/ui/fields";
import { PostForm, usePostForm } from "~/ui/post-form";
import { AccountNameField } from "./account-name-field";
import { IdentityProviderLink } from "./identity-provider-link";
import type { LinkData } from "./one-time-link.server";

export function SetPasswordPage({ title, link }: { title: string; link: LinkData }) {
  const [form, fields] = usePostForm<"password" | "keepApiKeys">("password");
  const { person, provider, minPasswordLength, signInWith } = link;
  if (signInWith) {
    return (
      <AccountPanel title={title}>
        <p>You do not need a password here: sign in with your account at {signInWith}.</p>
        <IdentityProviderLink name={signInWith} />
      </AccountPanel>
    );
  }
  if (!person) {
    return (
      <AccountPanel title="This link cannot be used" isError>
        <p>It was already used, or it has expired. Ask your administrator at {provider} for a new one.</p>
        <ButtonLink to="/login">Sign in with your password</ButtonLink>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title={title}>
      <PostForm form={form} hasToast={false} className="stack">
        <AccountNameField email={person.email} />
        <PasswordField
          field={fields.password}
          label="Password"
          hint={`${minPasswordLength} characters or more. Several unrelated words are easy to remember.`}
          isNew
          autoFocus
        />
        {person.apiKeys > 0 && (
          <CheckField
            field={fields.keepApiKeys}
            label="Keep my API keys"
            hint={`Otherwise ${pluralize(person.apiKeys, "API key is", "API keys are")} revoked. Keep them only if no one else can have them.`}
          />
        )}
        <Button tone="primary" className="w-full">
          Set password
        </Button>
      </PostForm>
    </AccountPanel>
  );
}
