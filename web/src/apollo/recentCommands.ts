import { ownKeys } from './ownKeys.ts';
import { tryStorage } from './tryStorage.ts';

const maxCommands = 6;

/** A command of the palette that opened a page. */
export interface RecentCommand {
  id: string;
  label: string;
  hint: string;
  to: string;
}

const isRecentCommand = (value: unknown): value is RecentCommand =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'hint', 'to'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** The newest first; none that another user has opened. */
export const recentCommands = (userId: string): RecentCommand[] =>
  tryStorage(() => {
    const stored = JSON.parse(localStorage.getItem(ownKeys.recent) ?? '{}');
    return stored.owner === userId && Array.isArray(stored.places) ? stored.places.filter(isRecentCommand) : [];
  }, []);

export const rememberCommand = (userId: string, { id, label, hint, to }: RecentCommand): void => {
  const others = recentCommands(userId).filter((command) => command.id !== id);
  const commands = [{ id, label, hint, to }, ...others].slice(0, maxCommands);
  tryStorage(
    () => localStorage.setItem(ownKeys.recent, JSON.stringify({ owner: userId, places: commands })),
    undefined,
  );
};
