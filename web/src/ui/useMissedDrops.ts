import { useEffect } from 'react';

const ignore = (event: DragEvent): void => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

/** A file that is dropped beside its field does nothing, where the browser would open it in place of the page. */
export const useMissedDrops = (): void => {
  useEffect(function ignoreMissedDrops() {
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
};
