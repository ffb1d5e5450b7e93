import { refuseOutsideDemo } from "./demo.server";
import { listOutbox } from "./models/outbox-folder.server";

const mostShown = 50;

/** The demo's latest mail; 404 outside the demo, since letters hold links that sign in. */
export function loadTestMail() {
  refuseOutsideDemo();
  return listOutbox(mostShown);
}
