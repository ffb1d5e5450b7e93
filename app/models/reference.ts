/** The header of each Redline response with the request's reference in the log. A proxy's own responses lack it. */
export const referenceHeader = "Redline-Reference";

/** The header by which a page tells its build; the page has it in a meta element of this name. */
export const buildHeader = "Redline-Build";
