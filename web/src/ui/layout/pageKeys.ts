export const isModalOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Whether a key event belongs to a field or a dialog, so that it is not a shortcut of the page. */
export const isInFieldOrDialog = (target: EventTarget | null): boolean =>
  isModalOpen() || (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null);
