import { setImmediate as nextTurn } from "node:timers/promises";
import { vi } from "vitest";
import type { Database } from "~/platform/db/transaction.server";

/** Runs work step by step. A step is a write or a change of a file. */
export type Stepper = {
  /** Lets the next step run, and waits until the one after it is about to begin or all is done. */
  step: () => Promise<void>;
  /** Lets all other steps run and returns the result. */
  finish: <Result>() => Promise<Result>;
};

type Gate = <Result>(step: () => Promise<Result>) => Promise<Result>;

/**
 * Loads the modules of files and plan files once more, as another server has them: with its own memory, the same
 * database and the same folder. `stepping` runs work on it step by step; without more steps the server is as if killed.
 */
export async function startFileServer() {
  const shared = globalThis as unknown as { redlineDatabase: Database };
  const database = shared.redlineDatabase;
  let gate: Gate = (step) => step();
  vi.resetModules();
  shared.redlineDatabase = { ...database, write: (work) => gate(() => database.write(work)) };
  const modules = {
    ...(await import("~/models/files/content-removal.server")),
    ...(await import("~/models/files/file-store.server")),
    ...(await import("~/models/files/picture-store.server")),
    ...(await import("~/models/files/plan-file-store.server")),
    ...(await import("~/models/files/staged-file.server")),
    ...(await import("~/models/files/sweep.server")),
    ...(await import("~/models/permits/plan-file.server")),
  };
  shared.redlineDatabase = database;
  for (const store of modules.stores) {
    const { setAside, putBack, remove, receive } = store;
    store.setAside = (name, claim) => gate(() => setAside(name, claim));
    store.putBack = (name, claim) => gate(() => putBack(name, claim));
    store.remove = (name, claim) => gate(() => remove(name, claim));
    store.receive = async (chunks) => {
      const incoming = await receive(chunks);
      return { ...incoming, storeAs: (name) => gate(() => incoming.storeAs(name)) };
    };
  }

  function stepping(work: () => Promise<unknown>): Stepper {
    const waiting: (() => void)[] = [];
    let isDone = false;
    let isFree = false;
    gate = async (step) => {
      if (!isFree) await new Promise<void>((resolve) => waiting.push(resolve));
      return step();
    };
    const result = work().finally(() => {
      isDone = true;
    });
    result.catch(() => undefined);
    const atNext = async () => {
      while (waiting.length === 0 && !isDone) await nextTurn();
    };
    return {
      async step() {
        await atNext();
        waiting.shift()?.();
        await atNext();
      },
      async finish<Result>() {
        isFree = true;
        while (!isDone) {
          waiting.shift()?.();
          await nextTurn();
        }
        return result as Promise<Result>;
      },
    };
  }

  /** Lets the next work on this server run without steps. */
  function restart(): void {
    gate = (step) => step();
  }

  return { ...modules, stepping, restart };
}

export type FileServer = Awaited<ReturnType<typeof startFileServer>>;
