export const isModalOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Elements that take letters. A checkbox does not. */
const fields =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"][aria-expanded="true"]';

/** Whether a key event belongs to a field or a dialog, so that it is not a shortcut of the page. */
export const isInFieldOrDialog = (target: EventTarget | null): boolean =>
  isModalOpen() || (target instanceof Element && target.closest(fields) !== null);

type Key = Pick<KeyboardEvent, 'key' | 'code'>;

/** A key in lower case; on a layout of another script the Latin letter in its place. */
export const latinKey = ({ key, code }: Key): string => {
  const isOfAnotherScript = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  if (!isOfAnotherScript) return key.toLowerCase();
  return code === 'Slash' ? '/' : code.replace(/^Key/, '').toLowerCase();
};

/** The key in the place of `/` has a full stop on layouts that have no `/` without Shift, such as the Russian one. */
const singleKey = (event: Key): string => {
  if (event.key === '.' && event.code === 'Slash') return '/';
  return event.key === '؟' ? '?' : latinKey(event);
};

/** The storage key of the setting that turns single-key shortcuts off. */
export const singleKeysStorageKey = 'console.singleKeys';

const areSingleKeysOff = (): boolean => {
  try {
    return localStorage.getItem(singleKeysStorageKey) === 'false';
  } catch {
    // If storage fails, the setting is not stored.
    return false;
  }
};

type KeyPress = Key & Pick<KeyboardEvent, 'target' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The single-key shortcut of the page that an event is, on any keyboard layout; null where the user has turned them off. */
export const shortcutOf = (event: KeyPress): string | null => {
  const { target, ctrlKey, metaKey, altKey } = event;
  return ctrlKey || metaKey || altKey || isInFieldOrDialog(target) || areSingleKeysOff() ? null : singleKey(event);
};
