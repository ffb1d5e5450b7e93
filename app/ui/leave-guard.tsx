import { useEffect, useLayoutEffect } from "react";
import { type Location, useBlocker } from "react-router";
import {
  entriesKeptAfterSave,
  isOffered,
  keepEntries,
  keptEntries,
  storageKey,
  storeEntries,
} from "./kept-entries";
import { notifyOffline, useNavigationUnlessLost } from "./lost-request";
import { usePagePath } from "./page-address";
import { changedForms, contentsOf, leadsOn, setSaved, type TypedEntries } from "./typed-entries";

type Sent = {
  form: HTMLFormElement;
  contents: ReturnType<typeof contentsOf>;
  key: string;
  kept: TypedEntries;
  formOwner: string;
};
let sent: Sent | undefined;
let isStarting = false;

type LeaveGuardProps = {
  /** The email of the viewer, whose entries are offered to no other. */
  viewer: string;
  /** The name of the signed field of their forms, which changes when a form is saved. */
  formOwner: string;
};

/** Keeps what is typed into a form in this tab until it is saved, and asks before it is left. */
export function LeaveGuard({ viewer, formOwner }: LeaveGuardProps) {
  const { state } = useNavigationUnlessLost();
  const page = usePagePath();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // React Router reloads the page if it cannot load the code of another one, or of a dialog.
    if (!navigator.onLine && ![currentLocation.pathname, page].includes(nextLocation.pathname)) {
      notifyOffline(isStarting);
      return true;
    }
    if (isStarting) return false;
    const lost = changedForms(document).filter((form) => isLost(form, page, currentLocation, nextLocation));
    return lost.length > 0 && !window.confirm(questionFor(lost, viewer));
  });

  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);

  // Before the page is painted, so that no click comes between a saved form and this.
  useLayoutEffect(() => {
    if (sent && sent.formOwner !== formOwner) {
      storeEntries(sent.key, sent.kept);
      setSaved(sent.contents);
      if (sent.form.isConnected) keepEntries(sent.form, sent.key);
    }
    if (state === "idle") sent = undefined;
  }, [state, formOwner]);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const keep = ({ target }: Event) => {
      const { form } = target as HTMLInputElement;
      if (form && isPostForm(form)) keepEntries(form, storageKey(form, viewer));
    };
    document.addEventListener("input", keep, { signal });
    document.addEventListener("change", keep, { signal });
    const send = (event: SubmitEvent) => startSending(event, viewer, formOwner);
    document.addEventListener("submit", send, { signal, capture: true });
    const leave = (event: Event) => {
      if (state === "idle" && changedForms(document).length > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", leave, { signal });
    return () => listening.abort();
  }, [viewer, formOwner, state]);

  return null;
}

const isPostForm = (form: HTMLFormElement) => form.getAttribute("method") === "post";

function startSending({ target, submitter }: SubmitEvent, viewer: string, formOwner: string): void {
  const form = target as HTMLFormElement;
  if (!isPostForm(form)) return;
  isStarting = true;
  setTimeout(() => {
    isStarting = false;
  });
  if (leadsOn(submitter)) return;
  const key = storageKey(form, viewer);
  sent = { form, contents: contentsOf(form), key, kept: entriesKeptAfterSave(form, key), formOwner };
}

/** Whether a navigation removes a form: one of a dialog can depend on each parameter, one of a page on that which shows it. */
export function isLost(form: HTMLFormElement, page: string, from: Location, to: Location): boolean {
  if (form.closest("dialog")) return from.pathname !== to.pathname || !hasSameQuery(from, to);
  if (to.pathname !== page && to.state?.page !== page && to.pathname !== from.pathname) return true;
  const { shownBy } = form.dataset;
  const shown = (search: string) => shownBy && new URLSearchParams(search).get(shownBy);
  return shown(from.search) !== shown(to.search);
}

const hasSameQuery = (from: Location, to: Location) =>
  String(new URLSearchParams(from.search)) === String(new URLSearchParams(to.search));

/** The question promises only what is so: files are not kept, and nothing is without storage or during an offer. */
function questionFor(forms: HTMLFormElement[], viewer: string): string {
  const isKept = (form: HTMLFormElement) =>
    !isOffered(form) && Object.keys(keptEntries(storageKey(form, viewer))).length > 0;
  const question = "What you typed is not saved. Leave anyway?";
  return forms.every(isKept) ? `${question} It is offered again here until this tab is closed.` : question;
}
