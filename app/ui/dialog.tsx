import {
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link, useActionData, useNavigate, useRouteError } from "react-router";
import { DocumentTitle } from "./document-title";
import { X } from "./icons";
import { usePagePath, usePageUnderDialog } from "./page-address";
import { changedForms } from "./typed-entries";

type DialogProps = {
  title: ReactNode;
  /** Only of a title that is not text. */
  documentTitle?: string;
  /** The page under the dialog, unless stated: an address, or a part of the page. */
  closeTo?: string;
  /** Why its forms can only be refused: it says so first, and their buttons are disabled. */
  obstacle?: string | null;
  children: ReactNode;
  tone?: "danger";
};

/** The dialog around a form; null for a form in a page. */
export const DialogContext = createContext<Pick<DialogProps, "closeTo" | "obstacle"> | null>(null);

/** A dialog is a route of its own. Closing it leads to the page under it, which keeps its data unless the dialog was refused. */
export function Dialog({ documentTitle, ...panel }: DialogProps) {
  const { title, closeTo } = panel;
  const dialog = useRef<HTMLDialogElement>(null);
  const wasPressedOutside = useRef(false);
  const titleId = useId();
  const navigate = useNavigate();
  // Only the server's HTML has an open dialog.
  const [openFromServer] = useState(useHydrating());
  const closing = useClosing(closeTo);
  const close = () => navigate(closing.to, closing);
  const isOutside = (event: MouseEvent) => event.target === dialog.current;

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    showModal(element);
    return () => element.close();
  }, []);

  return (
    <div className="dialog-ground">
      <DocumentTitle>{documentTitle ?? `${title}`}</DocumentTitle>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key for closing is Escape, which triggers the cancel event */}
      <dialog
        ref={dialog}
        open={openFromServer}
        className="dialog"
        aria-labelledby={titleId}
        onCancel={(event) => {
          // A canceled file picker inside the dialog triggers the same event.
          if (event.target !== event.currentTarget || !event.cancelable) return;
          event.preventDefault();
          close();
        }}
        onMouseDown={(event) => {
          wasPressedOutside.current = isOutside(event);
        }}
        onClick={(event) => {
          const isClosing = wasPressedOutside.current && isOutside(event);
          if (isClosing && changedForms(event.currentTarget).length === 0) close();
        }}
        onClose={({ currentTarget }) => {
          // After the question whether to leave, a browser lets no page prevent that Escape closes the dialog.
          if (!currentTarget.isConnected || currentTarget.open) return;
          showModal(currentTarget);
          close();
        }}
      >
        <DialogPanel {...panel} titleId={titleId} />
      </dialog>
    </div>
  );
}

export function useClosing(closesTo?: string) {
  const closeTo = closesTo ?? use(DialogContext)?.closeTo ?? "";
  const page = usePageUnderDialog();
  const path = usePagePath();
  const isRefused = [useActionData(), useRouteError()].some((result) => result != null);
  return {
    to: /^#|^$/.test(closeTo) ? `${page}${closeTo}` : closeTo,
    replace: true,
    preventScrollReset: true,
    state: { page: path },
    ...(!isRefused && { defaultShouldRevalidate: false }),
  };
}

type DialogPanelProps = Omit<DialogProps, "documentTitle"> & { titleId?: string };

export function DialogPanel({ title, titleId, closeTo, obstacle, children, tone }: DialogPanelProps) {
  return (
    <div className={tone === "danger" ? "dialog-panel danger" : "dialog-panel"}>
      <header className="card-header">
        <h2 id={titleId}>{title}</h2>
        <Link {...useClosing(closeTo)} className="icon" aria-label="Close">
          <X />
        </Link>
      </header>
      <div className={obstacle ? "card-body stack" : "card-body"}>
        {obstacle && <p className="note">{obstacle}</p>}
        <DialogContext value={{ closeTo, obstacle }}>{children}</DialogContext>
      </div>
    </div>
  );
}

const fields = "input:not([type=hidden]), select, textarea";

/** Opens the dialog. Keeps the focus if it is inside, else moves it to the field that asks for it, the first that is required and empty, or the first. */
function showModal(dialog: HTMLDialogElement) {
  const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
  dialog.removeAttribute("open");
  dialog.showModal();
  const target = focused ?? firstFieldOf(dialog);
  if (target instanceof HTMLElement) target.focus();
}

function firstFieldOf(dialog: HTMLDialogElement): Element | null {
  const chosen = dialog.querySelector("[data-autofocus]");
  const enabled = [...dialog.querySelectorAll<HTMLInputElement>(fields)].filter(({ disabled }) => !disabled);
  return chosen ?? enabled.find(isRequiredAndEmpty) ?? enabled[0] ?? null;
}

function isRequiredAndEmpty(field: HTMLInputElement): boolean {
  const group = field.closest("fieldset");
  if (group?.querySelector("legend .required")) return !group.querySelector(":checked");
  return field.ariaRequired === "true" && field.value === "";
}

const noChange = () => () => {};

/** Returns true on the server and during hydration. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    noChange,
    () => false,
    () => true,
  );
}
