/** What is done for a plan set, the most urgent first. */
export const renderTasks = {
  check: { priority: 1 },
  draw: { priority: 2 },
  compare: { priority: 3 },
} as const;

export type RenderTask = keyof typeof renderTasks;
export const renderTaskValues = Object.keys(renderTasks) as [RenderTask, ...RenderTask[]];
