import { RenderFailure } from "../pdf/render-process.server";

export const turnTime = 5000;

/** Returns whether the turn of a job goes on: others wait too. */
export function beginTurn(): () => boolean {
  const end = Date.now() + turnTime;
  return () => Date.now() < end;
}

/** A child that was killed from outside is no fault of the file: each task is tried twice. Null if both failed. */
export async function triedTwice<Result extends object>(task: () => Promise<Result>): Promise<Result | null> {
  return (await nullIfFailed(task())) ?? (await nullIfFailed(task()));
}

async function nullIfFailed<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof RenderFailure) return null;
    throw error;
  }
}
