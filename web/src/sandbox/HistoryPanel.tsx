import { useOperationsEditorState } from '@graphiql/react';
import { IconHistory } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { operationsIn, setHistoryOn, storedHistory, subscribeToHistory } from './operationHistory.ts';

/** The operations that ran here, while the history is on. */
function HistoryPanel() {
  const [, setOperations] = useOperationsEditorState();
  const texts = operationsIn(useSyncExternalStore(subscribeToHistory, storedHistory));
  return (
    <section aria-label="History" className="sandbox-history">
      <h2>History</h2>
      <label className="sandbox-switch">
        <input
          type="checkbox"
          checked={texts !== null}
          onChange={(event) => setHistoryOn(event.currentTarget.checked)}
        />
        Store the operations that run in this browser
      </label>
      <p>
        Their texts only: no variables, no headers, and none with a password, token or key in it. Switching this off
        removes them, and so does signing out.
      </p>
      {texts?.length === 0 && <p>No operation has run since.</p>}
      {texts !== null && texts.length > 0 && (
        <ul>
          {texts.map((text) => (
            <li key={text}>
              <button type="button" className="graphiql-un-styled" title={text} onClick={() => setOperations(text)}>
                {titleOf(text)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The name of the operation, else its start. */
const titleOf = (text: string): string =>
  /^\s*(?:query|mutation)\s+(\w+)/m.exec(text)?.[1] ??
  text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);

export const historyPlugin = { title: 'History', icon: () => <IconHistory aria-hidden />, content: HistoryPanel };
