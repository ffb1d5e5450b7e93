import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession } from "remix-toast";
import type { Viewer } from "~/models/policy";
import { deletedTables, type UndoKind } from "~/models/undo";
import { findUndo, readDeletedRow } from "~/models/undo.server";
import { isPrefetch } from "./cross-site.server";
import { cookieText, signedCookie } from "./signed-cookie.server";

const cookie = signedCookie("toast");

const { getToast, redirectWithToast } = createToastUtilsWithCustomSession(
  createCookieSessionStorage({ cookie }),
);

/** `of` names where the page shows it too, with the note: a row, such as "fee 7", or the bar of several. */
export type Undo = { action: string; of: `${UndoKind} ${number}` | "several"; note?: string; name?: string };

type Taken = {
  type: "success" | "error";
  message: string;
  description?: string;
  key: string;
  undo?: Undo;
};

/** Returns none if the page is only fetched in advance. */
export async function takeToast(request: Request) {
  if (isPrefetch(request)) return {};
  if (!cookieText(request.headers.get("cookie"), cookie.name)) return {};
  const { toast } = await getToast(request);
  // The library's own header would keep an empty cookie, which every later page had to verify and sign.
  return {
    toast: toast as Taken | undefined,
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}

export const redirectWithSuccess = (to: string, message: string, init?: ResponseInit) =>
  redirectWithToast(to, successOf(message), init);

const successOf = (message: string) => ({ type: "success", message }) as const;

export const redirectWithFailure = (to: string, description: string) =>
  redirectWithToast(to, { type: "error", message: "Error", description });

export type Undoable = { viewer: Viewer; kind: UndoKind; id: number; isOfSeveral?: boolean };

/** The Undo of the viewer's latest change of the subject, which leads back to an address. */
export async function offeredUndo({ viewer, kind, id, isOfSeveral }: Undoable, to: string) {
  const undoId = await findUndo(viewer, kind, id);
  if (undoId === undefined) return undefined;
  const undo: Undo = {
    action: `/undo/${undoId}?${new URLSearchParams({ to: shortened(to) })}`,
    of: isOfSeveral ? "several" : `${kind} ${id}`,
    note: kind in deletedTables ? "Deleted" : undefined,
  };
  return undo;
}

/** The same with a toast that can undo the change. The page can too, until it is loaded again. */
export async function redirectWithUndo(to: string, message: string, undoable: Undoable) {
  return redirectWithToast(to, { ...successOf(message), undo: await offeredUndo(undoable, to) });
}

/** A cookie has room for 4096 bytes: of a long address, only the path. */
const shortened = (to: string): string => (to.length > 1000 ? to.replace(/[?#].*$/s, "") : to);

/** Returns the row that the request before changed, if it is of this kind and its toast can undo it. */
export async function readUndoableId(request: Request, kind: UndoKind): Promise<number | undefined> {
  const { toast } = await takeToast(request);
  const [of, id] = toast?.undo?.of.split(" ") ?? [];
  return of === kind ? Number(id) : undefined;
}

/** Returns the row that the request before has deleted: its page shows it until it is loaded again. */
export async function readJustDeleted<Kind extends keyof typeof deletedTables>(
  viewer: Viewer,
  request: Request,
  kind: Kind,
) {
  const id = await readUndoableId(request, kind);
  return id === undefined ? undefined : readDeletedRow(viewer, kind, id);
}
