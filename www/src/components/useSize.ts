import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

export interface Size {
  width: number;
  height: number;
  /** Device pixels a CSS pixel. */
  ratio: number;
}

/** Size of an element, kept current; also when the window moves to a screen of another density. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0, ratio: window.devicePixelRatio });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = target;
      const ratio = window.devicePixelRatio;
      setSize((old) => (old.width === width && old.height === height && old.ratio === ratio ? old : { width, height, ratio }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  return size;
}
