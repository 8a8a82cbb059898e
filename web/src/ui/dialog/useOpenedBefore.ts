import { useState } from 'react';

/** Whether a dialog is open or was: before, nothing of it is drawn. */
export const useOpenedBefore = (opened: boolean): boolean => {
  const [before, setBefore] = useState(opened);
  if (opened && !before) setBefore(true);
  return before || opened;
};
