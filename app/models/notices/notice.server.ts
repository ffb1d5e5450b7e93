import { env } from "~/platform/env.server";
import { allow, type Viewer } from "../policy";
import { backupNotice } from "./backup-notice.server";
import { diskNotice } from "./disk-notice.server";
import type { Notice } from "./notice";
import { proxyNotice } from "./proxy-notice.server";

/** Returns a sentence, or null if all is well. */
type NoticeReader = () => Promise<string | null> | string | null;

/** Nobody backs up the demo. */
const readers: NoticeReader[] = [() => (env.DEMO ? null : backupNotice()), () => diskNotice(), proxyNotice];

/** Returns what an administrator should know about the installation. 403 for others. */
export async function listNotices(viewer: Viewer): Promise<Notice[]> {
  allow(viewer, "dashboard.administer");
  const texts = await Promise.all(readers.map((read) => read()));
  return texts.flatMap((text) => (text === null ? [] : [{ text }]));
}
