import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { Button } from "./button";
import { keepEntries, keptEntries, storageKey } from "./kept-entries";
import { fillForm, lacksEntries, openDetails, type TypedEntries } from "./typed-entries";

type Offer = { form: HTMLFormElement; key: string; entries: TypedEntries };

/** Offers what was typed into a form and not saved, when the form is opened again in the same tab. */
export function KeptText({ form, viewer }: { form: RefObject<HTMLFormElement | null>; viewer: string }) {
  const { pathname, search } = useLocation();
  const [offer, setOffer] = useState<Offer>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form of another address has other entries
  useEffect(() => {
    setOffer(form.current ? offerFor(form.current, viewer) : undefined);
  }, [form, viewer, pathname, search]);

  if (!offer) return null;
  // At once, since nothing is kept of a form as long as it shows an offer.
  const close = () => flushSync(() => setOffer(undefined));
  const restore = () => {
    close();
    fillForm(offer.form, offer.entries);
  };
  const discard = () => {
    close();
    keepEntries(offer.form, offer.key);
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
  const key = storageKey(form, viewer);
  const entries = keptEntries(key);
  if (!lacksEntries(form, entries)) return undefined;
  openDetails(form);
  return { form, key, entries };
}
