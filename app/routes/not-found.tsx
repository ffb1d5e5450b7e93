import { Refusal } from "~/models/refusal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/not-found";

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context);
  throw new Refusal(404, "Page not found");
}

export const action = loader;

export default function NotFound() {
  return null;
}
