/** A ref: the element has the focus, and is in sight, once it is in the page. For the notice of a failed action: the user looks at the button that they pressed. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
