import { startTransition, useCallback, useState } from 'react';

/** The initial width is that of the previous frame, because all lists are equally wide. */
let lastWidth: number | null = null;

/** Ref and width (null until measured) of a frame that scrolls sideways; marks sides with more content, for shadows. */
export function useScrollFrame() {
  const [width, setWidth] = useState(() => lastWidth);
  const ref = useCallback((frame: HTMLElement | null) => {
    if (!frame) return;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = frame;
      lastWidth = clientWidth;
      // Rows that depend on the width are rendered in short slices.
      startTransition(() => setWidth(clientWidth));
      // On a zoomed screen a fraction of a pixel remains at the end.
      frame.toggleAttribute('data-more-left', scrollLeft >= 1);
      frame.toggleAttribute('data-more-right', scrollWidth - clientWidth - scrollLeft >= 1);
    };
    // The observer first runs before the first frame is painted, when the layout is already computed.
    const observer = new ResizeObserver(mark);
    for (const element of [frame, ...frame.children]) observer.observe(element);
    frame.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', mark);
    };
  }, []);
  return { ref, width };
}
