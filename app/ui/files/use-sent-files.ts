import { useState } from "react";
import { maximumFilesAtOnce } from "~/models/files/plan-file";
import type { StagedFile } from "~/models/files/staged-file.server";
import { discardFile, sendFile } from "./send-file";

type Sending = { key: number; fileName: string; loaded: number; total: number };

let lastKey = 0;

/** Sends files ahead, one after the other. Those that came with a refused form are the first that it has. */
export function useSentFiles(keptFiles: StagedFile[]) {
  const [kept, setKept] = useState(keptFiles);
  const [sending, setSending] = useState<Sending[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const [answered, setResponded] = useState(keptFiles);
  if (answered !== keptFiles && keptFiles.length > 0) {
    setResponded(keptFiles);
    setKept(keptFiles);
  }

  async function send(files: File[]) {
    const taken = files.slice(0, maximumFilesAtOnce - kept.length);
    setProblems(
      files
        .slice(taken.length)
        .map(({ name }) => `${name}: Only ${maximumFilesAtOnce} files can be sent at once.`),
    );
    const started = taken.map((file) => {
      lastKey += 1;
      return { key: lastKey, file };
    });
    setSending((earlier) => [
      ...earlier,
      ...started.map(({ key, file }) => ({ key, fileName: file.name, loaded: 0, total: file.size })),
    ]);
    for (const { key, file } of started) await sendOne(key, file);
  }

  async function sendOne(key: number, file: File) {
    const progress = (loaded: number) =>
      setSending((all) => all.map((each) => (each.key === key ? { ...each, loaded } : each)));
    const answer = await sendFile(file, progress);
    setSending((all) => all.filter((each) => each.key !== key));
    setKept((files) => [...files, ...answer.kept]);
    setProblems((all) => [
      ...all,
      ...answer.refused.map(({ fileName, reason }) => `${fileName}: ${reason}.`),
    ]);
  }

  function takeOut(token: string) {
    setKept((files) => files.filter((file) => file.token !== token));
    discardFile(token);
  }

  return { kept, sending, problems, send, takeOut };
}
