import { listOutbox } from "~/models/mail/outbox-folder.server";
import { refuseOutsideDemo } from "./demo.server";

const maximumShown = 50;

/** The demo's latest emails; throws 404 outside the demo, because emails contain links that sign in. */
export function loadDemoMail() {
  refuseOutsideDemo();
  return listOutbox(maximumShown);
}
