/** Alone, so that the dialogs do not load the filters of the lists. */
export const savedViewLabels = { name: "Name" };
