import { attemptStorage } from './attemptStorage.ts';

const prefix = 'console.draft:';
const maxAgeMs = 12 * 3_600_000;

/** Where something was typed, and by whom. */
export interface DraftPlace {
  /** The id of the person who typed it: nobody else gets it back. */
  owner: string;
  path: string;
  form: string;
}

const keyOf = ({ owner, path, form }: DraftPlace): string => `${prefix}${[owner, path, form].map(encodeURIComponent)}`;

/** Without sessionStorage nothing is kept, and nothing else changes. */
const dropWhere = (unwanted: (key: string) => boolean): void =>
  attemptStorage(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && unwanted(key)) sessionStorage.removeItem(key);
  }, undefined);

/** What was typed, and when, in milliseconds. */
export interface StoredDraft {
  at: number;
  values: Record<string, unknown>;
}

/** Keeps what was typed in this tab for the same person to find again. What may be a password is not kept. */
export const keepDraft = (place: DraftPlace, values: object, at = Date.now()): void => {
  const harmless = Object.entries(values).filter(([name]) => !/passw/i.test(name));
  if (harmless.length === 0) return;
  const draft: StoredDraft = { at, values: Object.fromEntries(harmless) };
  attemptStorage(() => sessionStorage.setItem(keyOf(place), JSON.stringify(draft)), undefined);
};

/** What was kept at this place within the last 12 hours. */
export const readDraft = (place: DraftPlace): StoredDraft | null =>
  attemptStorage(() => {
    const { at, values } = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '{}');
    const fresh = typeof at === 'number' && Math.abs(Date.now() - at) <= maxAgeMs;
    return fresh && typeof values === 'object' && values !== null ? { at, values } : null;
  }, null);

export const dropDraft = (place: DraftPlace): void => dropWhere((key) => key === keyOf(place));

export const dropDrafts = (): void => dropWhere(() => true);

export const dropDraftsOfOthers = (owner: string): void =>
  dropWhere((key) => !key.startsWith(`${prefix}${encodeURIComponent(owner)},`));
