import X from "lucide-react/icons/x";
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link, useNavigate } from "react-router";
import { SubmitButton } from "./post-form";

type DialogProps = {
  title: ReactNode;
  closeTo: string;
  children: ReactNode;
  tone?: "danger";
};

/** A dialog is an address: it is open as long as that address is, and closes by leaving for another. */
export function Dialog({ title, closeTo, children, tone }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  const navigate = useNavigate();
  const [openFromServer] = useState(useHydrating());
  const leave = () => navigate(closeTo, { replace: true, preventScrollReset: true });
  const isOutside = (event: MouseEvent) => event.target === dialog.current;

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    showModal(element);
    return () => element.close();
  }, []);

  return (
    <div className="dialog-ground">
      <Link to={closeTo} replace preventScrollReset tabIndex={-1} aria-hidden="true" />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which is the cancel event */}
      <dialog
        ref={dialog}
        open={openFromServer}
        className="dialog"
        aria-labelledby={titleId}
        onCancel={(event) => {
          // A file picker that is cancelled says so with the same event, from within.
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          leave();
        }}
        onMouseDown={(event) => {
          pressedOutside.current = isOutside(event);
        }}
        onClick={(event) => {
          if (pressedOutside.current && isOutside(event)) leave();
        }}
      >
        <DialogPanel title={title} titleId={titleId} closeTo={closeTo} tone={tone}>
          {children}
        </DialogPanel>
      </dialog>
    </div>
  );
}

export function DialogPanel({ title, titleId, closeTo, children, tone }: DialogProps & { titleId?: string }) {
  return (
    <div className={tone === "danger" ? "dialog-panel danger" : "dialog-panel"}>
      <header className="card-header">
        <h2 id={titleId}>{title}</h2>
        <Link to={closeTo} replace preventScrollReset className="icon" aria-label="Close">
          <X />
        </Link>
      </header>
      <div className="card-body">{children}</div>
    </div>
  );
}

/** Keeps the focus that is already inside, else gives it to the first field rather than to the close link. */
function showModal(dialog: HTMLDialogElement) {
  const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
  dialog.removeAttribute("open");
  dialog.showModal();
  const target = focused ?? dialog.querySelector("[autofocus], input:not([type=hidden]), select, textarea");
  if (target instanceof HTMLElement) target.focus();
}

const never = () => () => {};

/** True while the page that came from the server is taken over: only then is the dialog open before us. */
function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

type DialogActionsProps = ComponentProps<typeof SubmitButton> & { closeTo: string };

/** The last row of a dialog's form: the button that does it, and the way out. */
export function DialogActions({ closeTo, tone = "primary", ...button }: DialogActionsProps) {
  return (
    <div className="actions">
      <SubmitButton tone={tone} {...button} />
      <Link to={closeTo} replace preventScrollReset>
        Cancel
      </Link>
    </div>
  );
}
