// What a comparison can do with scripts: it shows the earlier or the later sheet, or a part of each.

const find = <Kind extends Element>(selector: string) => document.querySelector<Kind>(selector);

/** Shows the tools of a comparison. Returns what ends them. */
export function startComparing(): (() => void) | undefined {
  const stage = find<HTMLElement>(".sheet-stage");
  const tools = find<HTMLElement>("[data-comparison-tools]");
  const slider = tools?.querySelector("input");
  const blink = tools?.querySelector<HTMLButtonElement>("[data-blinks]");
  const both = tools?.querySelector<HTMLButtonElement>("[data-shows-both]");
  const shown = tools?.querySelector<HTMLElement>("[data-shown]");
  if (!stage || !tools || !slider || !blink || !both || !shown) return undefined;
  return start(stage, tools, { slider, blink, both, shown });
}

type Tools = {
  slider: HTMLInputElement;
  blink: HTMLButtonElement;
  both: HTMLButtonElement;
  shown: HTMLElement;
};

const blinkTime = 800;

function start(stage: HTMLElement, tools: HTMLElement, { slider, blink, both, shown }: Tools) {
  let timer = 0;
  let pictures: HTMLImageElement[] | undefined;

  /** Both pictures lie over the comparison, the later one over the earlier one. They are loaded when first needed. */
  const layers = () => {
    pictures ??= [stage.dataset.earlier, stage.dataset.later].map((address) => {
      const picture = new Image();
      picture.src = address ?? "";
      picture.alt = "";
      picture.className = "comparison-layer";
      return picture;
    });
    if (!pictures[0]?.isConnected) find(".sheet-stage picture")?.after(...pictures);
    return pictures;
  };

  /** Shows this part of the later sheet, up to the slider, and the earlier one beside it. */
  const showLater = (percent: number) => {
    const [, later] = layers();
    later?.style.setProperty("clip-path", `inset(0 ${100 - percent}% 0 0)`);
    both.setAttribute("aria-pressed", "false");
    slider.setAttribute("aria-valuetext", `${percent} % ${shown.dataset.later}`);
  };

  const stopBlinking = () => {
    clearInterval(timer);
    timer = 0;
    blink.setAttribute("aria-pressed", "false");
    shown.textContent = "";
    shown.ariaLive = "polite";
  };

  let isLater = false;
  const turn = () => {
    isLater = !isLater;
    showLater(isLater ? 100 : 0);
    slider.value = isLater ? "100" : "0";
    shown.textContent = (isLater ? shown.dataset.later : shown.dataset.earlier) ?? "";
  };

  slider.addEventListener("input", () => {
    stopBlinking();
    showLater(slider.valueAsNumber);
  });
  blink.addEventListener("click", () => {
    // Whoever wants little motion turns it by hand.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return turn();
    if (timer) return stopBlinking();
    blink.setAttribute("aria-pressed", "true");
    // Nobody wants to hear every turn.
    shown.ariaLive = "off";
    turn();
    timer = window.setInterval(turn, blinkTime);
  });
  both.addEventListener("click", () => {
    stopBlinking();
    for (const picture of pictures ?? []) picture.remove();
    both.setAttribute("aria-pressed", "true");
  });
  tools.hidden = false;
  return () => clearInterval(timer);
}
