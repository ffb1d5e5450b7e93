/** The header of each response of ours, with what the log calls the request. A proxy's own has none. */
export const referenceHeader = "Redline-Reference";
