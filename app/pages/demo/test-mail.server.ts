import { listOutbox } from "~/models/mail/outbox-folder.server";
import { refuseOutsideDemo } from "./demo.server";

const mostShown = 50;

/** The demo's latest mail; 404 outside the demo, since letters hold links that sign in. */
export function loadTestMail() {
  refuseOutsideDemo();
  return listOutbox(mostShown);
}
