import { useSearchParams } from "react-router";
import type { FormAnswer } from "~/form.server";
import type { Person } from "~/models/person";
import type { ShownKey } from "~/pages/accounts/shown-key.server";
import { Avatar } from "../avatar";
import { Button } from "../button";
import { Card } from "../card";
import { FailureToast } from "../failure-toast";
import { FileField } from "../file-field";
import { PageHeader } from "../page-header";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";
import { type ApiKeyLine, ApiKeysCard } from "./api-keys-card";
import { ShownOnce } from "./shown-once";

type Session = { id: number; userAgent: string; started: string; lastUsed: string; isCurrent: boolean };
type ProfileData = {
  person: Person;
  sessions: Session[];
  shortestPassword: number;
  hasPasswords: boolean;
  apiKeys: { keys: ApiKeyLine[]; formKey: string; shown: ShownKey | null };
};
type PartProps = { profile: ProfileData; answer?: FormAnswer };

export function ProfilePage({ profile, answer }: PartProps) {
  const [address] = useSearchParams();
  const { apiKeys } = profile;
  const answerTo = (form: string) => (address.has(form) ? answer : undefined);
  return (
    <>
      <FailureToast answer={answerTo("session") ?? answerTo("revoke")} />
      <PageHeader title="Profile" subtitle={profile.person.email} />
      {apiKeys.shown && (
        <ShownOnce
          id="shown-key"
          title={<span className="wrap-anywhere">API key {apiKeys.shown.name}</span>}
          hint="Copy it now: it is not shown again."
          label="API key"
          value={apiKeys.shown.key}
          copy="Copy key"
        />
      )}
      <div className="halves">
        <NameForm profile={profile} answer={answerTo("name")} />
        <PictureForm profile={profile} answer={answerTo("picture")} />
        {profile.hasPasswords && <PasswordForm profile={profile} answer={answerTo("password")} />}
        <Sessions profile={profile} />
        <ApiKeysCard
          key={apiKeys.keys[0]?.id}
          keys={apiKeys.keys}
          formKey={apiKeys.formKey}
          answer={answerTo("api-key")}
        />
      </div>
    </>
  );
}

function NameForm({ profile: { person }, answer }: PartProps) {
  const [form, fields] = usePostForm<{ firstName: string; lastName: string }>("name", answer, {
    defaultValue: { firstName: person.firstName ?? "", lastName: person.lastName ?? "" },
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

function PictureForm({ profile: { person }, answer }: PartProps) {
  return (
    <Card title="Picture">
      <PostForm answer={answer} action="?picture" encType="multipart/form-data" className="stack">
        <Avatar person={person} />
        <FileField
          id="picture"
          name="picture"
          label="Choose a picture"
          hint="PNG, JPEG or WebP. Max 1 MB."
          accept=".png,.jpg,.jpeg,.webp"
          errors={answer?.result.error?.picture ?? undefined}
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

function PasswordForm({ profile: { person, shortestPassword }, answer }: PartProps) {
  const [form, fields] = usePostForm<{ currentPassword: string; password: string }>("password", answer);
  return (
    <Card title="Password">
      <PostForm form={form} action="?password" className="stack">
        <TextField
          field={fields.currentPassword}
          label="Present password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          field={fields.password}
          label="New password"
          hint={`${shortestPassword} characters or more. Your other sessions are signed out.`}
          type="password"
          autoComplete="new-password"
        />
        <Button tone="primary">Change password</Button>
        <input type="hidden" name="username" autoComplete="username" value={person.email ?? ""} />
      </PostForm>
    </Card>
  );
}

function Sessions({ profile: { sessions } }: Pick<PartProps, "profile">) {
  return (
    <Card title="Sessions" flush>
      <ul className="lines">
        {sessions.map(({ id, userAgent, started, lastUsed, isCurrent }) => (
          <li key={id}>
            <span className="min-w-0">
              <span className="block break-words">{browserOf(userAgent)}</span>
              <span className="small">
                Signed in {started}. Last used {lastUsed}.
              </span>
            </span>
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

const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
const browserNames: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
const systems = ["Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux"];

/** 'Firefox on Windows': enough to tell one's own sessions apart. */
function browserOf(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(name));
  const system = systems.find((name) => userAgent.includes(name));
  if (!browser) return userAgent || "Unknown browser";
  return [browserNames[browser] ?? browser, system].filter(Boolean).join(" on ");
}
