import { respond } from "~/api/respond.server";

export const loader = respond;
export const action = respond;
