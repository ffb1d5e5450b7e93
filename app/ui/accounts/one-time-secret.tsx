import { type ReactNode, useEffect, useRef, useState } from "react";
import { notSent } from "~/models/failures";
import type { NewPasswordLink as Secret } from "~/routes/account/parts/one-time-secret.server";
import { Button } from "../button";
import { Card } from "../card";
import { TextField } from "../fields";
import { useMailWords } from "../no-mail-server";

type OneTimeSecretProps = {
  id: string;
  title: ReactNode;
  hint: string;
  label: string;
  value: string;
  copyLabel: string;
};

export function OneTimeSecret({ id, title, hint, label, value, copyLabel }: OneTimeSecretProps) {
  const card = useRef<HTMLDivElement>(null);
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), []);

  async function copyValue() {
    card.current?.querySelector("input")?.select();
    await navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => {},
    );
  }

  return (
    <div ref={card}>
      <Card title={title}>
        <p className="secondary mb-3">{hint}</p>
        <div className="row">
          <TextField field={{ id, name: id, initialValue: value }} label={label} readOnly />
          {canCopy && (
            <Button type="button" onClick={copyValue}>
              {isCopied ? "Copied" : copyLabel}
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}

export function NewPasswordLink({ secret }: { secret: Secret }) {
  const hint = useMailWords({
    sent: "It was also sent by email. It works once, and is not shown again.",
    notSent: `${notSent}. Pass on this link: it works once, and is not shown again.`,
  });
  return (
    <OneTimeSecret
      id="shown-link"
      title={<span className="wrap-anywhere">Link for {secret.email}</span>}
      hint={hint}
      label="Link to set a password"
      value={secret.link}
      copyLabel="Copy link"
    />
  );
}
