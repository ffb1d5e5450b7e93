import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "./button";
import { entriesOf, fill, storageKey, type TypedEntries } from "./typed-entries";

type KeptTextProps = { form: RefObject<HTMLFormElement | null>; viewer: string };
type Offer = { key: string; entries: TypedEntries };

/** Offers what was typed into a form and not saved, when its address is opened again in the same tab. */
export function KeptText({ form, viewer }: KeptTextProps) {
  const { pathname, search } = useLocation();
  const [offer, setOffer] = useState<Offer>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form of another address has other entries
  useEffect(() => {
    setOffer(form.current ? offerFor(form.current, viewer) : undefined);
  }, [form, viewer, pathname, search]);

  if (!offer) return null;
  const restore = () => {
    if (form.current) fill(form.current, offer.entries);
    setOffer(undefined);
  };
  const discard = () => {
    sessionStorage.removeItem(offer.key);
    setOffer(undefined);
  };
  return (
    <div className="kept-text row" role="status">
      <strong>Restore what you typed?</strong>
      <Button type="button" size="small" onClick={restore}>
        Restore
      </Button>
      <Button type="button" size="small" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}

function offerFor(form: HTMLFormElement, viewer: string): Offer | undefined {
  const key = storageKey(form, viewer, window.location);
  const kept = sessionStorage.getItem(key);
  // The browser itself restores the entries when it goes back or reloads.
  if (kept === null || kept === JSON.stringify(entriesOf(form))) return undefined;
  return { key, entries: JSON.parse(kept) as TypedEntries };
}
