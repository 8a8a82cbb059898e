/** Says on the frame around a table on which sides there is more of it, for the shadows there. */
export function watchEdges(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return;
  const mark = () => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = frame;
    // Scrolled to the end on a screen that is zoomed leaves a fraction of a pixel.
    frame.toggleAttribute('data-more-left', scrollLeft >= 1);
    frame.toggleAttribute('data-more-above', scrollTop >= 1);
    frame.toggleAttribute('data-more-right', scrollWidth - clientWidth - scrollLeft >= 1);
    frame.toggleAttribute('data-more-below', scrollHeight - clientHeight - scrollTop >= 1);
  };
  const observer = new ResizeObserver(mark);
  for (const element of [frame, ...frame.children]) observer.observe(element);
  frame.addEventListener('scroll', mark, { passive: true });
  return () => {
    observer.disconnect();
    frame.removeEventListener('scroll', mark);
  };
}
