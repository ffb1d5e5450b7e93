/** The header of each Redline response with the request's reference in the log. A proxy's own responses lack it. */
export const referenceHeader = "Redline-Reference";

/** The header with which a page in a browser says of which build it is, as its meta element of this name does. */
export const buildHeader = "Redline-Build";
