import { useMemo } from "react";
import { type Packed, unpack } from "~/models/packed";

/** Returns the same objects until the page's data is loaded again. */
export const useUnpacked = <Data>(text: Packed<Data>): Data => useMemo(() => unpack(text), [text]);
