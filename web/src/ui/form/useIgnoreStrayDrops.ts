import { useEffect } from 'react';

const ignore = (event: DragEvent): void => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

/** Ignores files that are dropped beside their field: the browser would open them instead of the page. */
export const useIgnoreStrayDrops = (): void => {
  useEffect(function ignoreMissedDrops() {
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
};
