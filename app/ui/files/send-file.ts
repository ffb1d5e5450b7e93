import type { StagedFile } from "~/models/files/staged-file.server";

type Answer = { kept: StagedFile[]; refused: { fileName: string; reason: string }[] };

/** Sends one file ahead of its form. XMLHttpRequest, since fetch does not tell how far an upload has come. */
export function sendFile(file: File, onProgress: (loaded: number) => void): Promise<Answer> {
  const failed = (reason: string): Answer => ({ kept: [], refused: [{ fileName: file.name, reason }] });
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/staged-files");
    request.responseType = "json";
    // What is counted includes the form around the file.
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onerror = () => resolve(failed("The connection broke off. Choose it again"));
    request.onload = () => {
      const answer = request.response as (Partial<Answer> & { message?: string }) | null;
      if (answer?.kept && answer.refused) resolve({ kept: answer.kept, refused: answer.refused });
      // A refusal is a sentence of its own; where it is shown it ends another.
      else resolve(failed(answer?.message?.replace(/\.$/, "") ?? "It could not be sent. Choose it again"));
    };
    const body = new FormData();
    body.append("files", file);
    request.send(body);
  });
}

/** Gives up a file that was taken out of its form; what is not given up goes after its time. */
export function discardFile(token: string): void {
  const body = new URLSearchParams({ keptFiles: token });
  void fetch("/staged-files?discard", { method: "POST", body, keepalive: true }).catch(() => undefined);
}
