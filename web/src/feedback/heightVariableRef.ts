/** Whether an element stays in sight while the page is scrolled; it may depend on the window's size. */
export const isSticky = (element: HTMLElement) => getComputedStyle(element).position === 'sticky';

/** A ref that sets the CSS variable `name` to `heightOf` the element, in pixels, while the element exists and has a height. */
export const heightVariableRef = (name: `--console-${string}`, heightOf: (element: HTMLElement) => number) => {
  return (element: HTMLElement | null) => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = heightOf(element);
      // Each new value computes the styles of the whole page.
      if (height === 0) style.removeProperty(name);
      else style.setProperty(name, `${height}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  };
};
