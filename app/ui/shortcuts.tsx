import { useEffect } from "react";
import { leadsOn } from "./typed-entries";

/** The keys that the whole page has: `/` for the search, which a user may switch off, and Ctrl+Enter in a form. */
export function Shortcuts({ hasSlash }: { hasSlash: boolean }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = event.target as HTMLElement;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event, element);
      if (event.key === "/" && hasSlash) findEverything(event, element);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [hasSlash]);
  return null;
}

/** Presses the button that saves: the first that does not only lead on. */
function save(event: KeyboardEvent, element: HTMLElement): void {
  const { form } = element as HTMLInputElement;
  const buttons = [...(form?.elements ?? [])] as HTMLButtonElement[];
  const button = buttons.find((one) => one.type === "submit" && !leadsOn(one));
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** What is not shown cannot take the focus. */
function findEverything(event: KeyboardEvent, element: HTMLElement): void {
  if (element.closest("input,select,textarea,dialog")) return;
  event.preventDefault();
  for (const field of document.querySelectorAll<HTMLElement>(".find>*,#search")) field.focus();
}
