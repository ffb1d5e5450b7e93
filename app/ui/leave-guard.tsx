import { useEffect, useLayoutEffect } from "react";
import { type Location, useBlocker, useNavigation } from "react-router";
import { changedForms, entriesOf, isChanged, setSaved, storageKey } from "./typed-entries";

const question =
  "What you typed is not saved. Leave anyway? It is offered again here until this tab is closed.";

type Sent = { form: HTMLFormElement; key: string; formOwner: string };
/** The form that is being sent. */
let sent: Sent | undefined;
/** True while the router starts to send a form. */
let isStarting = false;

type LeaveGuardProps = {
  /** The email of the viewer, whose entries are offered to no other. */
  viewer: string;
  /** The name of the signed field of their forms, which changes when a form is saved. */
  formOwner: string;
};

/** Keeps what is typed into a form in this tab until it is saved, and asks before it is left. */
export function LeaveGuard({ viewer, formOwner }: LeaveGuardProps) {
  const { state } = useNavigation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isStarting && isLost(currentLocation, nextLocation) && !window.confirm(question),
  );

  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);

  // Before the page is painted, so that no click comes between a saved form and this.
  useLayoutEffect(() => {
    if (sent && sent.formOwner !== formOwner) {
      sessionStorage.removeItem(sent.key);
      setSaved(sent.form);
    }
    if (state === "idle") sent = undefined;
  }, [state, formOwner]);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const keep = ({ target }: Event) => keepEntries((target as HTMLInputElement).form, viewer);
    document.addEventListener("input", keep, { signal });
    document.addEventListener("change", keep, { signal });
    const send = ({ target }: Event) => startSending(target as HTMLFormElement, viewer, formOwner);
    document.addEventListener("submit", send, { signal, capture: true });
    const leave = (event: Event) => {
      if (state === "idle" && changedForms(document).length > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", leave, { signal });
    return () => listening.abort();
  }, [viewer, formOwner, state]);

  return null;
}

function keepEntries(form: HTMLFormElement | null, viewer: string): void {
  if (form?.dataset.form === undefined || form.getAttribute("method") !== "post") return;
  const key = storageKey(form, viewer, window.location);
  if (isChanged(form)) sessionStorage.setItem(key, JSON.stringify(entriesOf(form)));
  else sessionStorage.removeItem(key);
}

function startSending(form: HTMLFormElement, viewer: string, formOwner: string): void {
  if (form.dataset.form === undefined) return;
  sent = { form, key: storageKey(form, viewer, window.location), formOwner };
  isStarting = true;
  setTimeout(() => {
    isStarting = false;
  });
}

/** Whether a navigation removes a changed form. On the same page, only dialogs and the form to edit are removed. */
function isLost(from: Location, to: Location): boolean {
  const changed = changedForms(document);
  if (changed.length === 0) return false;
  const [shown, next] = [from, to].map(({ search }) => new URLSearchParams(search));
  if (from.pathname !== to.pathname || (shown?.has("edit") && !next?.has("edit"))) return true;
  const isDialogLeft = shown?.get("dialog") !== next?.get("dialog");
  return isDialogLeft && changed.some((form) => form.closest("dialog"));
}
