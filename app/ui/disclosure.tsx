import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

type DisclosureProps = ComponentProps<"details"> & { summary: ReactNode };

/** A native `details` that, once scripts run, also closes on Escape, on a press elsewhere and on leaving. */
export function Disclosure({ summary, children, ...rest }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  const closedAt = useRef(key);

  useEffect(() => {
    if (closedAt.current === key || !details.current) return;
    closedAt.current = key;
    details.current.open = false;
  }, [key]);

  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (element?.open && !element.contains(event.target as Node)) element.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, []);

  return (
    <details
      {...rest}
      ref={details}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
