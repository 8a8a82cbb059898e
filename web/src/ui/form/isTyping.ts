/** Whether a key event belongs to a field or a dialog, so that it is not a shortcut of the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
