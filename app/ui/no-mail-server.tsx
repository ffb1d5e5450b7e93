import { useRouteLoaderData } from "react-router";
import type { loader } from "~/root";

/** Chooses the words about an email that is sent, or that there is no mail server for. */
export const useMailWords = <Words,>(words: { sent: Words; notSent: Words }): Words =>
  useRouteLoaderData<typeof loader>("root")?.hasMailServer === false ? words.notSent : words.sent;

export const passOnLinkHint =
  "There is no mail server: pass on the link to set a password, which is shown once.";
