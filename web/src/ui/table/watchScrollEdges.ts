/** Marks on the frame of a table the sides to which it can be scrolled, for their shadows. */
export function watchScrollEdges(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return;
  const mark = () => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = frame;
    // On a zoomed screen a fraction of a pixel remains at the end.
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
