/** The props of a button that may be impossible to press for now. The attribute `disabled` would take the focus away from who has just pressed it. */
export const pressableIf = (possible: boolean, onClick: () => void) =>
  possible ? { onClick } : ({ 'aria-disabled': true, 'data-disabled': true } as const);
