import { tryStorage } from './tryStorage.ts';

const prefix = 'console.draft:';
const maxAgeMs = 12 * 3_600_000;

/** The key of a draft: the page and form that it belongs to, and its author. */
export interface DraftPlace {
  /** The id of the author: no other user gets the draft. */
  owner: string;
  path: string;
  form: string;
}

const keyOf = ({ owner, path, form }: DraftPlace): string => `${prefix}${[owner, path, form].map(encodeURIComponent)}`;

const dropMatching = (matches: (key: string) => boolean): void =>
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && matches(key)) sessionStorage.removeItem(key);
  }, undefined);

/** Unsaved input. */
export interface StoredDraft {
  /** In milliseconds. */
  at: number;
  values: Record<string, unknown>;
  /** The initial values of the form; empty in a draft of an earlier release. */
  initial: object;
  /** Whether a part of the input cannot be stored. */
  leavesOut: boolean;
}

interface DraftOptions {
  at?: number | undefined;
  leavesOut?: boolean;
  initial?: object;
}

/** Stores unsaved input in this tab for the same user; returns whether it is stored. Fields that may contain a password are left out. */
export const storeDraft = (
  place: DraftPlace,
  values: object,
  { at = Date.now(), leavesOut = false, initial = {} }: DraftOptions = {},
): boolean => {
  const harmless = Object.entries(values).filter(([name]) => !/passw/i.test(name));
  if (harmless.length === 0) return false;
  const draft: StoredDraft = { at, values: Object.fromEntries(harmless), initial, leavesOut };
  return tryStorage(() => {
    sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
    return true;
  }, false);
};

/** The draft of this place, if it is at most 12 hours old. */
export const readDraft = (place: DraftPlace): StoredDraft | null =>
  tryStorage(() => {
    const { at, values, initial = {}, leavesOut } = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '{}');
    const fresh = typeof at === 'number' && Math.abs(Date.now() - at) <= maxAgeMs;
    return fresh && typeof values === 'object' && values !== null
      ? { at, values, initial, leavesOut: leavesOut === true }
      : null;
  }, null);

export const dropDraft = (place: DraftPlace): void => dropMatching((key) => key === keyOf(place));

export const dropAllDrafts = (): void => dropMatching(() => true);

export const dropDraftsOfOtherUsers = (owner: string): void =>
  dropMatching((key) => !key.startsWith(`${prefix}${encodeURIComponent(owner)},`));
