import type { loadProfile } from "~/pages/accounts/profile.server";
import { Button } from "../button";
import { Card } from "../card";
import { CheckField, TextField } from "../fields";
import { PostForm, usePostForm } from "../post-form";

type ApiKeysData = Awaited<ReturnType<typeof loadProfile>>["data"]["apiKeys"];

export function ApiKeysCard({ apiKeys: { keys, idempotencyKey } }: { apiKeys: ApiKeysData }) {
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
          {keys.map((key) => (
            <KeyItem key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function KeyItem({
  apiKey: { id, name, isReadOnly, created, lastUsed },
}: {
  apiKey: ApiKeysData["keys"][number];
}) {
  return (
    <li>
      <span className="min-w-0">
        <span className="block break-words">{name}</span>
        <span className="small">
          {isReadOnly ? "Read-only. " : ""}Created <span className="whitespace-nowrap">{created}.</span>{" "}
          {lastUsed ? (
            <>
              Last used <span className="whitespace-nowrap">{lastUsed}.</span>
            </>
          ) : (
            "Never used."
          )}
        </span>
      </span>
      <PostForm action="?revoke">
        <input type="hidden" name="keyId" value={id} />
        <Button size="small" aria-label={`Revoke the API key ${name}`}>
          Revoke
        </Button>
      </PostForm>
    </li>
  );
}
