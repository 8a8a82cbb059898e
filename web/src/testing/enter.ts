import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/**
 * Sets the text of a field from within the page. Typing through the browser's driver takes several times as long, most of the time of a long form.
 */
export const enter = async (field: Locator, text: string): Promise<void> => {
  const element = await field.findElement();
  if (!(element instanceof HTMLInputElement)) throw new Error(`${element.tagName} is no field`);
  element.focus();
  setValue?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Enters an option's label into a dropdown and chooses the option. */
export const enterChoice = async (field: Locator, option: Locator, label: string): Promise<void> => {
  await enter(field, label);
  const element = await option.findElement();
  if (element instanceof HTMLElement) element.click();
};

/** Like `enter`, for a file field. */
export const enterFile = async (field: HTMLInputElement, file: File): Promise<void> => {
  const files = new DataTransfer();
  files.items.add(file);
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};

/** Signs in again in the dialog over a page whose session has ended. */
export const signInOver = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
};

/** Sends a form again and again, as pressed Enter keys do, until it is gone. */
export const sendUntilGone = (form: HTMLFormElement): Promise<void> => {
  const gone = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!form.isConnected) return gone.resolve();
    form.requestSubmit();
    port2.postMessage(null);
  };
  port2.postMessage(null);
  return gone.promise;
};
