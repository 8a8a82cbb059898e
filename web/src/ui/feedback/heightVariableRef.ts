/** A ref that sets the CSS variable `name` to `heightOf` the element, in pixels, while the element exists. */
export const heightVariableRef = (name: `--console-${string}`, heightOf: (element: HTMLElement) => number) => {
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
