import { useCallback, useState } from 'react';

/** The reference for a frame that may scroll sideways, and its width; on the frame it marks the sides where there is more, for their shadows. */
export function useScrollFrame() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((frame: HTMLElement | null) => {
    if (!frame) return;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = frame;
      setWidth(clientWidth);
      // On a zoomed screen a fraction of a pixel remains at the end.
      frame.toggleAttribute('data-more-left', scrollLeft >= 1);
      frame.toggleAttribute('data-more-right', scrollWidth - clientWidth - scrollLeft >= 1);
    };
    // Before the first frame is painted.
    setWidth(frame.clientWidth);
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
