import { listOutbox } from "~/models/mail/outbox-folder.server";
import { refuseOutsideDemo } from "./demo.server";

const maxShown = 50;

/** Emails contain links that sign in. */
export function loadDemoMail() {
  refuseOutsideDemo();
  return listOutbox(maxShown);
}
