import { Worker } from "node:worker_threads";
import { comparePages } from "./page-comparison.server";
import { findDifferences } from "./page-differences.server";
import { drawOverlay } from "./page-overlay.server";
import { factsOf, openPdf, type PdfDocument, RefusedPdf } from "./pdf-document.server";
import { drawPage, readPage, withPage } from "./pdf-page.server";
import type { OpenedPdf, PdfPage, PdfResults, PdfTask } from "./pdf-task";
import { PdfProblem, usedBytes } from "./pdfium.server";

// The program of a render child: a process apart, which has neither database nor settings. It ends with its server.

/** The last files, with the tables that pdfium made of them: pages of one file are asked for one after another. */
const opened = new Map<string, PdfDocument>();
const maxOpened = 2;

function documentAt(path: string): PdfDocument {
  const known = opened.get(path);
  opened.delete(path);
  const document = known ?? openPdf(path);
  opened.set(path, document);
  for (const [oldest, { close }] of [...opened].slice(0, -maxOpened)) {
    opened.delete(oldest);
    close();
  }
  return document;
}

const openedPage = ({ path, page }: PdfPage) => ({ document: documentAt(path), page });

function open(path: string): OpenedPdf {
  try {
    return factsOf(documentAt(path));
  } catch (error) {
    if (error instanceof RefusedPdf) return { refusal: error.refusal };
    throw error;
  }
}

function resultOf(task: PdfTask): PdfResults[PdfTask["kind"]] {
  switch (task.kind) {
    case "open":
      return open(task.path);
    case "read":
      return withPage(documentAt(task.path), task.page, readPage);
    case "draw":
      return withPage(documentAt(task.path), task.page, (page) => drawPage(page, task));
    case "compare":
      return comparePages(openedPage(task.earlier), openedPage(task.later));
    case "differences":
      return findDifferences(openedPage(task.earlier), openedPage(task.later));
    case "overlay":
      return drawOverlay(openedPage(task.earlier), openedPage(task.later), task);
  }
}

/** WebAssembly keeps the memory that it once had. */
const maxKeptBytes = 400 * 1024 * 1024;
const maxProcessorMicroseconds = Number(process.argv[2]) * 1000;

/** When the present task began, in microseconds of the processor; 0 without a task. */
const began = new BigInt64Array(new SharedArrayBuffer(8));

// It runs while pdfium does, and ends a process whose task takes too much of the processor.
const watch = `
  const { workerData } = require("node:worker_threads");
  setInterval(() => {
    const began = Number(Atomics.load(workerData.began, 0));
    const { user, system } = process.cpuUsage();
    const takesTooMuch = began > 0 && user + system - began > workerData.most;
    if (takesTooMuch || process.ppid !== workerData.parent) process.kill(process.pid, "SIGKILL");
  }, 250);
`;
new Worker(watch, {
  eval: true,
  workerData: { began, most: maxProcessorMicroseconds, parent: process.ppid },
}).unref();

process.on("message", ({ task }: { task: PdfTask }) => {
  const { user, system } = process.cpuUsage();
  Atomics.store(began, 0, BigInt(user + system));
  const answer = outcomeOf(task);
  Atomics.store(began, 0, 0n);
  process.send?.(answer);
});

process.on("disconnect", () => process.exit(0));

/** What is said of a task. After the last answer of a process, its parent ends it. */
type Answer = ({ result: unknown } | { problem: string }) & { isLast: boolean };

function outcomeOf(task: PdfTask): Answer {
  try {
    return { result: resultOf(task), isLast: usedBytes() > maxKeptBytes };
  } catch (error) {
    // An instance that an error has left in the middle of a function is not used again.
    const isLast = !(error instanceof PdfProblem) || usedBytes() > maxKeptBytes;
    return { problem: error instanceof Error ? error.message : String(error), isLast };
  }
}
