import type { GraphiQLProps } from 'graphiql';
import { tryStorage } from '../apollo/tryStorage.ts';

const prefix = 'graphiql:';

/** Keys that GraphiQL can store: its colours and the sizes of its parts. */
const layoutKeys = new Set(
  ['theme', 'visiblePlugin', 'docExplorerFlex', 'editorFlex', 'secondaryEditorFlex'].map((name) => prefix + name),
);

const storedKeys = (): string[] =>
  tryStorage(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), []);

/** Stores the layout only: headers contain keys, variables and queries passwords and tokens, for the browser's next user. */
export const layoutStorage: NonNullable<GraphiQLProps['storage']> = {
  getItem: (key) => (layoutKeys.has(key) ? tryStorage(() => localStorage.getItem(key), null) : null),
  setItem: (key, value) => {
    if (layoutKeys.has(key)) tryStorage(() => localStorage.setItem(key, value), undefined);
  },
  removeItem: (key) => tryStorage(() => localStorage.removeItem(key), undefined),
  clear: () => {
    for (const key of storedKeys()) layoutStorage.removeItem(key);
  },
  get length() {
    return storedKeys().length;
  },
};
