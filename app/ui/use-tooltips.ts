import { useEffect } from "react";

/**
 * Lets icons show their label while they have the focus, until Escape is pressed. Without scripts, nothing could close
 * it. With a pointer, the browser shows it.
 */
export function useTooltips(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const show = () => {
      dataset.tooltips = "";
    };
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape") delete dataset.tooltips;
    };
    show();
    document.addEventListener("focusin", show);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("focusin", show);
      document.removeEventListener("keydown", close);
    };
  }, []);
}
