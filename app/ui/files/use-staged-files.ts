import { useState } from "react";
import { maxFilesAtOnce } from "~/models/files/plan-file";
import type { StagedFile } from "~/models/files/staged-file.server";
import { discardFile, sendFile } from "./send-file";

type Sending = { key: number; fileName: string; loaded: number; total: number };

let lastKey = 0;

/** Uploads files before their form is sent, one after another. `keptFiles` are those of a refused form. */
export function useStagedFiles(keptFiles: StagedFile[]) {
  const [staged, setStaged] = useState(keptFiles);
  const [sending, setSending] = useState<Sending[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const [lastKeptFiles, setLastKeptFiles] = useState(keptFiles);
  if (lastKeptFiles !== keptFiles && keptFiles.length > 0) {
    setLastKeptFiles(keptFiles);
    setStaged(keptFiles);
  }

  async function send(files: File[]) {
    const accepted = files.slice(0, maxFilesAtOnce - staged.length);
    setProblems(
      files
        .slice(accepted.length)
        .map(({ name }) => `${name}: Only ${maxFilesAtOnce} files can be sent at once.`),
    );
    const started = accepted.map((file) => {
      lastKey += 1;
      return { key: lastKey, file };
    });
    setSending((earlier) => [
      ...earlier,
      ...started.map(({ key, file }) => ({ key, fileName: file.name, loaded: 0, total: file.size })),
    ]);
    for (const { key, file } of started) await uploadFile(key, file);
  }

  async function uploadFile(key: number, file: File) {
    const onProgress = (loaded: number) =>
      setSending((earlier) => earlier.map((upload) => (upload.key === key ? { ...upload, loaded } : upload)));
    const { kept, refused } = await sendFile(file, onProgress);
    setSending((earlier) => earlier.filter((upload) => upload.key !== key));
    setStaged((files) => [...files, ...kept]);
    setProblems((earlier) => [
      ...earlier,
      ...refused.map(({ fileName, reason }) => `${fileName}: ${reason}.`),
    ]);
  }

  function remove(token: string) {
    setStaged((files) => files.filter((file) => file.token !== token));
    discardFile(token);
  }

  return { staged, sending, problems, send, remove };
}
