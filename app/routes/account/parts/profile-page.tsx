import type { ReactNode } from "react";
import { browserName } from "~/models/accounts/browser-name";
import { acceptedPictures, pictureHint } from "~/models/files/picture";
import { OneTimeSecret } from "~/ui/accounts/one-time-secret";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { errorsIn } from "~/ui/error-summary";
import { CheckField, FileField, PasswordField, TextField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { PageHeader } from "~/ui/page-header";
import { PostForm, usePostForm } from "~/ui/post-form";
import { FailureToast } from "~/ui/toast";
import { AccountNameField } from "./account-name-field";
import type { loadProfile } from "./profile.server";
import { TwoFactorCard } from "./two-factor-card";

type ProfileData = Awaited<ReturnType<typeof loadProfile>>["data"];
type PartProps = { profile: ProfileData };

export function ProfilePage({ profile }: PartProps) {
  const { apiKeys } = profile;
  const refusedSession = useFormResult("session");
  const refusedKey = useFormResult("revoke");
  return (
    <>
      <FailureToast formResult={refusedSession ?? refusedKey} />
      <PageHeader title="Profile" subtitle={profile.person.email} />
      {apiKeys.secret && (
        <OneTimeSecret
          id="shown-key"
          title={<span className="wrap-anywhere">API key {apiKeys.secret.name}</span>}
          hint="Copy it now: it is not shown again."
          label="API key"
          value={apiKeys.secret.key}
          copyLabel="Copy key"
        />
      )}
      <div className="halves">
        <NameForm profile={profile} />
        <PictureForm profile={profile} />
        {profile.hasPasswords && <PasswordForm profile={profile} />}
        {profile.hasPasswords && <TwoFactorCard twoFactor={profile.twoFactor} />}
        {profile.hasShortcuts && <KeyboardForm profile={profile} />}
        <Sessions profile={profile} />
        <ApiKeysCard key={apiKeys.keys[0]?.id} profile={profile} />
      </div>
    </>
  );
}

function NameForm({ profile: { person } }: PartProps) {
  const [form, fields] = usePostForm<"firstName" | "lastName">("name", {
    sentTo: "name",
    values: { firstName: person.firstName ?? "", lastName: person.lastName ?? "" },
  });
  return (
    <Card title="Name">
      <PostForm form={form} action="?name" className="stack">
        <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
        <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
        <Button tone="primary">Save name</Button>
      </PostForm>
    </Card>
  );
}

function PictureForm({ profile: { person } }: PartProps) {
  const formResult = useFormResult("picture");
  return (
    <Card title="Picture">
      <PostForm
        formResult={formResult}
        errors={errorsIn(formResult)}
        action="?picture"
        encType="multipart/form-data"
        className="stack"
      >
        <Avatar person={person} />
        <FileField
          field={fieldOf("picture", formResult)}
          label="Choose a picture"
          hint={pictureHint}
          accept={acceptedPictures}
          required
        />
        <div className="actions">
          <Button tone="primary">Save picture</Button>
          {person.profileImageUrl && (
            <Button name="remove" value="yes">
              Remove picture
            </Button>
          )}
        </div>
      </PostForm>
    </Card>
  );
}

function PasswordForm({ profile: { person, minPasswordLength, apiKeys } }: PartProps) {
  const [form, fields] = usePostForm<"currentPassword" | "password" | "revokeApiKeys">("password", {
    sentTo: "password",
  });
  return (
    <Card title="Password">
      <PostForm form={form} action="?password" className="stack">
        <AccountNameField email={person.email ?? ""} />
        <PasswordField field={fields.currentPassword} label="Current password" />
        <PasswordField
          field={fields.password}
          label="New password"
          hint={`${minPasswordLength} characters or more. Your other sessions are signed out.`}
          isNew
        />
        {apiKeys.keys.length > 0 && (
          <CheckField
            field={fields.revokeApiKeys}
            label="Revoke my API keys"
            hint="Programs that use them stop working. Do this if anyone else may have your password."
          />
        )}
        <Button tone="primary">Change password</Button>
      </PostForm>
    </Card>
  );
}

function KeyboardForm({ profile: { searchesOnSlash } }: PartProps) {
  const [form, fields] = usePostForm<"searchesOnSlash">("keyboard", {
    sentTo: "keyboard",
    values: { searchesOnSlash },
  });
  return (
    <Card title="Keyboard">
      <PostForm form={form} action="?keyboard" className="stack">
        <CheckField
          field={fields.searchesOnSlash}
          label="The key / leads to the search"
          hint="Switch it off if you dictate."
        />
        <p className="small">Ctrl+Enter saves the form that you type in.</p>
        <Button tone="primary">Save keyboard</Button>
      </PostForm>
    </Card>
  );
}

function Sessions({ profile: { sessions } }: PartProps) {
  return (
    <Card
      title="Sessions"
      aside={
        sessions.length > 1 && (
          <PostForm action="?other-sessions">
            <Button size="small">Sign out all others</Button>
          </PostForm>
        )
      }
      flush
    >
      <ul className="lines">
        {sessions.map(({ id, userAgent, started, lastUsed, isCurrent }) => (
          <li key={id}>
            <Item name={browserName(userAgent)}>
              Signed in <Moment at={started} /> Last used <Moment at={lastUsed} />
            </Item>
            {isCurrent ? (
              <span className="small">This session</span>
            ) : (
              <PostForm action="?session">
                <input type="hidden" name="sessionId" value={id} />
                <Button size="small" aria-label={`Sign out the session of ${started}`}>
                  Sign out
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ApiKeysCard({ profile: { apiKeys } }: PartProps) {
  const { keys, idempotencyKey } = apiKeys;
  const [form, fields] = usePostForm<"name" | "isReadOnly">("api-key", { sentTo: "api-key" });
  return (
    <Card
      title="API keys"
      aside={<a href="/api/docs">API documentation</a>}
      flush
      footer={
        <PostForm form={form} idempotencyKey={idempotencyKey} action="?api-key" className="stack">
          <p className="secondary">
            A program that sends an API key acts as you, with your permissions. Protect it like your password.
          </p>
          <TextField field={fields.name} label="Key name" required autoComplete="off" />
          <CheckField field={fields.isReadOnly} label="Read-only" />
          <Button tone="primary">Create API key</Button>
        </PostForm>
      }
    >
      {keys.length > 0 && (
        <ul className="lines">
          {keys.map(({ id, name, isReadOnly, created, lastUsed }) => (
            <li key={id}>
              <Item name={name}>
                {isReadOnly && "Read-only. "}Created <Moment at={created} />{" "}
                {lastUsed ? (
                  <>
                    Last used <Moment at={lastUsed} />
                  </>
                ) : (
                  "Never used."
                )}
              </Item>
              <PostForm action="?revoke">
                <input type="hidden" name="keyId" value={id} />
                <Button size="small" aria-label={`Revoke the API key ${name}`}>
                  Revoke
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const Item = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="min-w-0">
    <span className="block break-words">{name}</span>
    <span className="small">{children}</span>
  </span>
);

const Moment = ({ at }: { at: string }) => <span className="whitespace-nowrap">{at}.</span>;
