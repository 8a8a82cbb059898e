import {
  ToolbarButton,
  useHeadersEditorState,
  useOperationsEditorState,
  useVariablesEditorState,
} from '@graphiql/react';
import { IconCoins, IconHistory, IconListDetails } from '@tabler/icons-react';
import { GraphiQL } from 'graphiql';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { confirmMutations } from './confirmMutations.ts';
import { exampleOperations } from './exampleOperations.ts';
import { layoutStorage } from './layoutStorage.ts';
import { askBeforeMutation, MutationDialog } from './MutationDialog.tsx';
import { takeOpenedOperation } from './openedOperation.ts';
import { operationsIn, setHistoryOn, storedHistory, subscribeToHistory } from './operationHistory.ts';
import { plainTabs } from './plainTabs.ts';
import { readCost } from './readCost.ts';
import { rememberingFetcher } from './rememberingFetcher.ts';
import { sandboxFetcher } from './sandboxFetcher.ts';

/** The operations that ran here, while the history is on. */
function HistoryPanel() {
  const [, setOperations] = useOperationsEditorState();
  const texts = operationsIn(useSyncExternalStore(subscribeToHistory, storedHistory));
  return (
    <section aria-label="History" className="sandbox-panel">
      <h2>History</h2>
      <label className="sandbox-switch">
        <input
          type="checkbox"
          checked={texts !== null}
          onChange={(event) => setHistoryOn(event.currentTarget.checked)}
        />
        Keep a history of operations in this browser
      </label>
      <p>
        Only the text of each operation is stored, without variables and headers. Operations with a password, token or
        key in the text are left out. Turning the history off or signing out deletes it.
      </p>
      {texts?.length === 0 && <p>No operations yet.</p>}
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

const historyPlugin = { title: 'History', icon: () => <IconHistory aria-hidden />, content: HistoryPanel };

interface DocumentedOperation {
  name: string;
  kind: 'mutation' | 'screen';
  document: string;
  variables: object;
}

type Loaded = readonly DocumentedOperation[] | 'loading' | 'failed';

const kinds = [
  { kind: 'screen', title: 'Console pages' },
  { kind: 'mutation', title: 'Mutations' },
] as const;

/** The example operations of the documentation. */
function DocumentedPanel() {
  const [, setOperations] = useOperationsEditorState();
  const [, setVariables] = useVariablesEditorState();
  const [loaded, setLoaded] = useState<Loaded>('loading');
  useEffect(() => {
    readDocumented().then(setLoaded, () => setLoaded('failed'));
  }, []);
  const open = ({ document, variables }: DocumentedOperation) => {
    setOperations(document);
    setVariables(JSON.stringify(variables, null, 2));
  };
  return (
    <section aria-label="Example operations" className="sandbox-panel">
      <h2>Example operations</h2>
      {loaded === 'loading' && <p>Loading…</p>}
      {loaded === 'failed' && <p>Examples come from the documentation, which is not enabled on this server.</p>}
      {typeof loaded === 'object' &&
        kinds.map(({ kind, title }) => (
          <section key={kind} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {loaded
                .filter((operation) => operation.kind === kind)
                .map((operation) => (
                  <li key={operation.name}>
                    <button type="button" className="graphiql-un-styled" onClick={() => open(operation)}>
                      {operation.name}
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </section>
  );
}

async function readDocumented(): Promise<readonly DocumentedOperation[]> {
  const answer = await fetch('/docs/operations.json');
  if (!answer.ok) throw new Error(`The list of operations returned status ${answer.status}`);
  return answer.json();
}

const documentedPlugin = {
  title: 'Example operations',
  icon: () => <IconListDetails aria-hidden />,
  content: DocumentedPanel,
};

const opened = takeOpenedOperation();
/** Another list would close the open panel. */
const plugins = [documentedPlugin, historyPlugin];

export function Sandbox() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [cost, setCost] = useState('');
  const [fetcher] = useState(() =>
    confirmMutations(
      rememberingFetcher(sandboxFetcher),
      async () => dialog.current !== null && askBeforeMutation(dialog.current),
    ),
  );
  return (
    <main ref={plainTabs}>
      <h1 className="sandbox-title">GraphQL sandbox</h1>
      {/* With our own history: GraphiQL's holds headers and variables. */}
      <GraphiQL
        fetcher={fetcher}
        storage={layoutStorage}
        plugins={plugins}
        defaultTabs={opened ? [opened, ...exampleOperations] : exampleOperations}
        // Those of the first tab are not read.
        initialVariables={opened?.variables}
        defaultHeaders={'{\n  \n}'}
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
      >
        <GraphiQL.Toolbar>
          {({ prettify, merge, copy }) => (
            <>
              {prettify}
              {merge}
              {copy}
              <CostButton onCost={setCost} />
            </>
          )}
        </GraphiQL.Toolbar>
        <GraphiQL.Footer>
          <p role="status" className="sandbox-cost">
            {cost}
          </p>
        </GraphiQL.Footer>
      </GraphiQL>
      <MutationDialog dialogRef={dialog} />
    </main>
  );
}

interface CostButtonProps {
  onCost: (cost: string) => void;
}

/** Asks for the cost of the operation in the editor, which does not run. */
function CostButton({ onCost }: CostButtonProps) {
  const [query] = useOperationsEditorState();
  const [variables] = useVariablesEditorState();
  const [headers] = useHeadersEditorState();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    onCost(await readCost({ query, variables, headers }));
    setBusy(false);
  };
  return (
    <ToolbarButton label="Cost of this operation" aria-busy={busy} onClick={busy ? undefined : () => void ask()}>
      <IconCoins className="graphiql-toolbar-icon" stroke={1.5} aria-hidden />
    </ToolbarButton>
  );
}
