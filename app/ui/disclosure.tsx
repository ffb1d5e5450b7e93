import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";

type DisclosureProps = ComponentProps<"details"> & { summary: ReactNode };

/** A native `details`. With scripts, it also closes at once when the user turns to anything else. */
export function Disclosure({ summary, children, ...rest }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = ({ target }: Event) => {
      const element = details.current;
      if (element?.open && !(target instanceof Node && element.contains(target))) element.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    window.addEventListener("popstate", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
      window.removeEventListener("popstate", close);
    };
  }, []);

  function closeToSummary() {
    if (!details.current?.open) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  }

  return (
    <details
      {...rest}
      ref={details}
      onKeyDown={({ key }) => {
        if (key === "Escape") closeToSummary();
      }}
      onClick={({ target }) => {
        if ((target as Element).closest("a")) closeToSummary();
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
