import type { ComponentProps, MouseEvent } from 'react';

const ignore = (event: MouseEvent) => {
  // Prevents the form from being sent, and elements around the button from handling the press.
  event.preventDefault();
  event.stopPropagation();
};

/** Element of every button. If busy or impossible, it ignores presses but keeps the focus, which a `disabled` button would lose. */
export function FocusableButton({ disabled = false, type = 'button', ...props }: ComponentProps<'button'>) {
  return <button {...props} type={type} {...(disabled && { 'aria-disabled': true, onClick: ignore })} />;
}
