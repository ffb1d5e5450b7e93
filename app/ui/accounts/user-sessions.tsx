import { failures } from "~/models/failures";
import type { Option } from "~/models/options";
import { CheckField, RadioGroup } from "../fields";
import { FormDialog } from "../form-dialog";
import { usePostForm } from "../post-form";

/** Ends one session of a user, or all. */
export function UserSessions({ name, sessions }: { name: string; sessions: Option[] }) {
  const [form, fields] = usePostForm<"session" | "revokeApiKeys">("sessions");
  return (
    <FormDialog
      title="Sessions"
      form={form}
      failure={failures.endSessions}
      submit="Sign out"
      busyLabel="Signing out..."
      tone="danger"
    >
      <p>
        <strong className="break-words">{name}</strong>
        {sessions.length === 0 ? " is not signed in anywhere." : " can sign in again after that."}
      </p>
      <RadioGroup
        field={fields.session}
        label="Sign out"
        required
        options={[{ value: "all", label: "All sessions" }, ...sessions]}
        autoFocus
      />
      <CheckField
        field={fields.revokeApiKeys}
        label="Revoke the API keys too"
        hint="They stay valid otherwise. Programs that use them stop working."
      />
    </FormDialog>
  );
}
