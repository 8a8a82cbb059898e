import type { ComponentProps, MouseEvent } from 'react';

const ignore = (event: MouseEvent) => {
  // Neither a form is sent, nor does anything around the button take it for a press of its own.
  event.preventDefault();
  event.stopPropagation();
};

/** Element of every button. If busy or impossible, it ignores presses but keeps the focus, which a `disabled` button would lose. */
export function FocusableButton({ disabled = false, type = 'button', ...props }: ComponentProps<'button'>) {
  return <button {...props} type={type} {...(disabled && { 'aria-disabled': true, onClick: ignore })} />;
}
