import type { Point, SheetLooking } from "./sheet-looking";

/** Less is a click with an unsteady hand, in pixels. */
const shortestDrag = 4;
const zoomOfWheel = 1.002;

/** Drag, wheel, pinch and double click. A stage with a tool leaves dragging to it. */
export function lookByPointer(looking: SheetLooking): void {
  const { stage, signal } = looking;
  const pointers = new Map<number, Point>();
  let isMoving = false;

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    looking.zoomAt(zoomOfWheel ** -event.deltaY, pointOf(event));
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || stage.dataset.tool) return;
    // Fingers that have moved the sheet end without a click.
    if (pointers.size === 0) isMoving = false;
    pointers.set(event.pointerId, pointOf(event));
  };
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const [other] = [...pointers].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]));
    if (!isMoving && !other && distance(before, now) < shortestDrag) return;
    pointers.set(event.pointerId, now);
    // What is under the pointer stays under it; of two pointers, each moves half.
    const share = other ? 0.5 : 1;
    looking.moveBy([(now[0] - before[0]) * share, (now[1] - before[1]) * share]);
    if (other) looking.zoomAt(distance(now, other) / distance(before, other), middle(now, other));
    if (isMoving) return;
    // After the sheet has moved: the browser would lay out the page to say where the stage is.
    isMoving = true;
    stage.setPointerCapture(event.pointerId);
    stage.dataset.dragging = "";
  };
  const release = ({ pointerId }: PointerEvent) => {
    pointers.delete(pointerId);
    delete stage.dataset.dragging;
  };
  // A drag that ends on a number is no click on it.
  const click = (event: Event) => {
    if (isMoving) event.preventDefault();
    isMoving = false;
  };

  stage.addEventListener("wheel", wheel, { signal, passive: false });
  stage.addEventListener("dblclick", (event) => looking.zoomAt(2, pointOf(event)), { signal });
  stage.addEventListener("pointerdown", press, { signal });
  stage.addEventListener("pointermove", move, { signal });
  stage.addEventListener("pointerup", release, { signal });
  stage.addEventListener("pointercancel", release, { signal });
  stage.addEventListener("click", click, { signal, capture: true });
  stage.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => [clientX, clientY];
const distance = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x1 - x2, y1 - y2);
const middle = ([x1, y1]: Point, [x2, y2]: Point): Point => [(x1 + x2) / 2, (y1 + y2) / 2];
