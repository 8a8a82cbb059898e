import type { ComponentProps, MouseEvent } from 'react';

const ignore = (event: MouseEvent) => {
  // Neither a form is sent, nor does anything around the button take it for a press of its own.
  event.preventDefault();
  event.stopPropagation();
};

/**
 * The element of every button. A button that is busy or not possible now ignores presses and Enter, and keeps the focus: the browser takes it from a button
 * that is `disabled`, and does not give it back.
 */
export function FocusableButton({ disabled = false, type = 'button', ...props }: ComponentProps<'button'>) {
  return <button {...props} type={type} {...(disabled && { 'aria-disabled': true, onClick: ignore })} />;
}
