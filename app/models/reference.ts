/** The header of each Redline response with the request's reference in the log. A proxy's own responses lack it. */
export const referenceHeader = "Redline-Reference";
