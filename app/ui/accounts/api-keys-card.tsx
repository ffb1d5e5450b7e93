import type { FormResult } from "~/form.server";
import { Button } from "../button";
import { Card } from "../card";
import { CheckField } from "../check-field";
import { PostForm } from "../post-form";
import { TextField } from "../text-field";
import { usePostForm } from "../use-post-form";

export type ApiKeyLine = {
  id: number;
  name: string;
  isReadOnly: boolean;
  created: string;
  lastUsed: string | null;
};

type ApiKeysCardProps = { keys: ApiKeyLine[]; formKey: string; formResult?: FormResult };

/** The keys with which programs act for whoever made them. */
export function ApiKeysCard({ keys, formKey, formResult }: ApiKeysCardProps) {
  const [form, fields] = usePostForm<{ name: string; isReadOnly: boolean }>("api-key", formResult);
  return (
    <Card
      title="API keys"
      aside={<a href="/api/docs">API documentation</a>}
      flush
      footer={
        <PostForm form={form} formKey={formKey} action="?api-key" className="stack">
          <p className="secondary">
            A program that sends a key acts as you, with your rights. Keep it as you keep your password.
          </p>
          <TextField field={fields.name} label="What the key is for" required autoComplete="off" />
          <CheckField field={fields.isReadOnly} label="It may only read" />
          <Button tone="primary">Make a key</Button>
        </PostForm>
      }
    >
      {keys.length > 0 && (
        <ul className="lines">
          {keys.map((key) => (
            <KeyLine key={key.id} line={key} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function KeyLine({ line: { id, name, isReadOnly, created, lastUsed } }: { line: ApiKeyLine }) {
  return (
    <li>
      <span className="min-w-0">
        <span className="block break-words">{name}</span>
        <span className="small">
          {isReadOnly ? "Reads only. " : ""}Made {created}.{" "}
          {lastUsed ? `Last used ${lastUsed}.` : "Never used."}
        </span>
      </span>
      <PostForm action="?revoke">
        <input type="hidden" name="keyId" value={id} />
        <Button size="small" aria-label={`Revoke the key ${name}`}>
          Revoke
        </Button>
      </PostForm>
    </li>
  );
}
