import { createHash } from "node:crypto";

/** In 64 hexadecimal digits. */
export const sha256Of = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
