import { lazy } from "react";

/** Of the pages that show it, only what follows a sent form loads its code. */
export const ManyForm = lazy(async () => ({ default: (await import("./many-form")).ManyForm }));
