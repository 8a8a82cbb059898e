import { tryStorage } from './tryStorage.ts';

const key = 'console.recent';
const mostPlaces = 6;

/** What the user has opened from the command palette. */
export interface RecentPlace {
  id: string;
  label: string;
  hint: string;
  to: string;
}

const isPlace = (value: unknown): value is RecentPlace =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'hint', 'to'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** The newest first; none that another user has opened. */
export const recentPlaces = (owner: string): RecentPlace[] =>
  tryStorage(() => {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
    return stored.owner === owner && Array.isArray(stored.places) ? stored.places.filter(isPlace) : [];
  }, []);

export const rememberPlace = (owner: string, { id, label, hint, to }: RecentPlace): void => {
  const others = recentPlaces(owner).filter((place) => place.id !== id);
  const places = [{ id, label, hint, to }, ...others].slice(0, mostPlaces);
  tryStorage(() => localStorage.setItem(key, JSON.stringify({ owner, places })), undefined);
};

export const dropRecentPlaces = (): void => tryStorage(() => localStorage.removeItem(key), undefined);
