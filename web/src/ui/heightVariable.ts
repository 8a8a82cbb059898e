/** A ref: the CSS variable `name` of the page is what `heightOf` says of the element, in pixels, for as long as the element is there. */
export const heightVariable = (name: `--console-${string}`, heightOf: (element: HTMLElement) => number) => {
  return (element: HTMLElement | null) => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${heightOf(element)}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  };
};
