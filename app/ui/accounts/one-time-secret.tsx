import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../button";
import { Card } from "../card";
import { TextField } from "../text-field";

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
