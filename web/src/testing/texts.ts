import type { Locator } from 'vitest/browser';

/** The texts of all elements of a locator. */
export const textsOf = (locator: Locator): (string | null)[] =>
  locator.elements().map(({ textContent }) => textContent);

/** The terms of the description lists within an element, each with its value. */
export const termsIn = (root: ParentNode): (string | null)[][] =>
  [...root.querySelectorAll('dl > div')].map(({ children }) => [...children].map(({ textContent }) => textContent));
