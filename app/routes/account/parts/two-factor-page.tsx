import type { ReactNode } from "react";
import { pluralize } from "~/models/pluralize";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { PasswordField } from "~/ui/fields";
import { PageHeader } from "~/ui/page-header";
import { PostForm, usePostForm } from "~/ui/post-form";
import { AccountNameField } from "./account-name-field";
import { AppKey, CodeField } from "./code-fields";
import type { TwoFactorData } from "./two-factor.server";

export function TwoFactorPage({ twoFactor }: { twoFactor: TwoFactorData }) {
  const { shown, on, setUp } = twoFactor;
  return (
    <>
      <PageHeader
        title="Two-factor sign-in"
        subtitle={twoFactor.email}
        back={{ to: "/profile", label: "Back to profile" }}
      />
      {shown ? (
        <NewCodes shown={shown} />
      ) : on ? (
        <On on={on} twoFactor={twoFactor} />
      ) : (
        <div className="max-w-120">{setUp ? <SetUp setUp={setUp} /> : <Off twoFactor={twoFactor} />}</div>
      )}
    </>
  );
}

function NewCodes({ shown: { codes, returnTo } }: { shown: NonNullable<TwoFactorData["shown"]> }) {
  return (
    <Card title="Your recovery codes">
      <div className="stack">
        <p>
          Print this page, or keep these codes in a password manager: they are not shown again. Each signs you
          in once, after your password, if you lose your phone.
        </p>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="actions">
          <ButtonLink to={returnTo} tone="primary">
            I have kept them
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

function Off({ twoFactor: { email, isRequired } }: { twoFactor: TwoFactorData }) {
  const [form, fields] = usePostForm<"currentPassword">("start", { sentTo: "start" });
  return (
    <Card title="Turn on">
      <PostForm form={form} action="?start" className="stack">
        <p>
          {isRequired && "Your account must have it from the next sign-in. "}
          Besides your password, you enter a code of an app on your phone. Someone who knows only your
          password cannot sign in. API keys, and signing in with an identity provider, stay as they are.
        </p>
        <AccountNameField email={email} />
        <PasswordField field={fields.currentPassword} label="Current password" />
        <Button tone="primary">Continue</Button>
      </PostForm>
    </Card>
  );
}

function SetUp({ setUp }: { setUp: NonNullable<TwoFactorData["setUp"]> }) {
  const [form, fields] = usePostForm<"oneTimeCode">("finish", { sentTo: "finish" });
  return (
    <Card title="Add your account to the app">
      <PostForm form={form} action="?finish" className="stack">
        <AppKey setUp={setUp} />
        <CodeField field={fields.oneTimeCode} />
        <p className="small">Your other sessions are signed out. The key above is valid for ten minutes.</p>
        <Button tone="primary">Turn on</Button>
      </PostForm>
    </Card>
  );
}

type OnProps = { on: NonNullable<TwoFactorData["on"]>; twoFactor: TwoFactorData };

function On({ on: { since, recoveryCodes }, twoFactor: { email, isRequired } }: OnProps) {
  return (
    <>
      <p className="mb-3">
        On since {since}. Redline asks for a code of your app when you sign in with your password.
      </p>
      <div className="halves">
        <Card title="Recovery codes">
          <BothFactorsForm name="recovery-codes" email={email} button="Make new codes">
            <p>{pluralize(recoveryCodes, "is left", "are left")}. New codes replace all of them.</p>
          </BothFactorsForm>
        </Card>
        <Card title="Turn off">
          {isRequired ? (
            <p>Your account must have two-factor sign-in.</p>
          ) : (
            <BothFactorsForm name="off" email={email} button="Turn off">
              <p>Your password alone signs you in then. Your other sessions are signed out.</p>
            </BothFactorsForm>
          )}
        </Card>
      </div>
    </>
  );
}

type BothFactorsFormProps = {
  name: "recovery-codes" | "off";
  email: string;
  button: string;
  children: ReactNode;
};

function BothFactorsForm({ name, email, button, children }: BothFactorsFormProps) {
  const [form, fields] = usePostForm<"currentPassword" | "oneTimeCode">(name, { sentTo: name });
  return (
    <PostForm form={form} action={`?${name}`} className="stack">
      {children}
      <AccountNameField email={email} id={`${name}-username`} />
      <PasswordField field={fields.currentPassword} label="Current password" />
      <CodeField field={fields.oneTimeCode} label="Code of your app, or a recovery code" isRecovery />
      <Button>{button}</Button>
    </PostForm>
  );
}
