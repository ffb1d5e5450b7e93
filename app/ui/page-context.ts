import { createContext } from "react";

/** A form that was not saved, on a page that does not show it any more. */
export type UnsentForm = {
  fields: [name: string, value: string][];
  failure?: string;
  wasSignedOut?: boolean;
};

type PageContextValue = {
  /** False if the page gets no scripts because of its status. */
  mayHaveScripts: boolean;
  /** The reference on an error page, which is also in the log. */
  reference: string;
  yieldToEventLoop?: () => Promise<void>;
  /** Whether this browser has a kept form; set only for pages without scripts. */
  hasKeptForm: boolean;
  unsent?: UnsentForm;
};

/** What only the server knows of a page; the browser has these values. */
export const pageInBrowser: PageContextValue = { mayHaveScripts: true, reference: "", hasKeptForm: false };

export const PageContext = createContext(pageInBrowser);
