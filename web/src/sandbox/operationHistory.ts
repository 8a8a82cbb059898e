import { Kind, parse, visit } from 'graphql';
import { ownKeys } from '../apollo/ownKeys.ts';
import { tryStorage } from '../apollo/tryStorage.ts';

const maxOperations = 50;
const longestText = 20_000;

/** The text of an API key, as it may be in a comment. */
const keyText = /\bkey_[\da-f]{8}_|\bbearer\s/i;
/** Arguments and fields of inputs that may contain a password, a token or a key. */
const secretName = /pass|token|secret|code|key|answer|response/i;

/** Whether a text may be stored: it can be parsed and has no secret typed into it. */
export function isStorable(text: string): boolean {
  if (text.length > longestText || keyText.test(text)) return false;
  try {
    let hasSecret = false;
    const within: string[] = [];
    const named = {
      enter: ({ name }: { name: { value: string } }) => void within.push(name.value),
      leave: () => void within.pop(),
    };
    visit(parse(text), {
      [Kind.ARGUMENT]: named,
      [Kind.OBJECT_FIELD]: named,
      [Kind.STRING](): void {
        if (within.some((name) => secretName.test(name))) hasSecret = true;
      },
      // The default of a variable says nothing about where it goes.
      [Kind.VARIABLE_DEFINITION]({ defaultValue }): void {
        if (defaultValue?.kind === Kind.STRING) hasSecret = true;
      },
    });
    return !hasSecret;
  } catch {
    return false;
  }
}

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export function subscribeToHistory(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has changed it, or has signed out.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The stored value. Null while the history is off. */
export const storedHistory = (): string | null => tryStorage(() => localStorage.getItem(ownKeys.sandbox), null);

/** The texts of operations, the newest first; null while the history is off. */
export function operationsIn(stored: string | null): readonly string[] | null {
  if (stored === null) return null;
  const read: unknown = tryStorage(() => JSON.parse(stored), []);
  return Array.isArray(read) ? read.filter((text) => typeof text === 'string') : [];
}

const write = (texts: readonly string[]): void => {
  tryStorage(() => localStorage.setItem(ownKeys.sandbox, JSON.stringify(texts)), undefined);
  notify();
};

/** Begins an empty history, or removes it. */
export function setHistoryOn(on: boolean): void {
  if (on) {
    write([]);
    return;
  }
  tryStorage(() => localStorage.removeItem(ownKeys.sandbox), undefined);
  notify();
}

/** Adds the text of an operation that runs, where the history is on. */
export function rememberOperation(text: string): void {
  const texts = operationsIn(storedHistory());
  const trimmed = text.trim();
  if (texts === null || !isStorable(trimmed)) return;
  write([trimmed, ...texts.filter((one) => one !== trimmed)].slice(0, maxOperations));
}
