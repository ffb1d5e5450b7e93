/** Replaces the boxes of strokes by the strokes, which the page does not have. */
export async function fetchStrokes(stage: HTMLElement): Promise<void> {
  const boxes = [...stage.querySelectorAll(".stroke-box")];
  if (boxes.length === 0) return;
  const response = await fetch(`${stage.dataset.path}/strokes`).catch(() => undefined);
  if (!response?.ok) return;
  const lines: unknown = await response.json();
  if (!Array.isArray(lines) || lines.length !== boxes.length) return;
  for (const [index, box] of boxes.entries()) {
    box.setAttribute("d", String(lines[index]));
    box.classList.remove("stroke-box");
  }
}
