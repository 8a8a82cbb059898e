import { useOperationsEditorState, useVariablesEditorState } from '@graphiql/react';
import { IconListDetails } from '@tabler/icons-react';
import { GraphiQL } from 'graphiql';
import { useEffect, useRef, useState } from 'react';
import { layoutStorage } from './layoutStorage.ts';
import { askBeforeMutation, MutationDialog } from './MutationDialog.tsx';
import { operationFromUrl } from './openedOperation.ts';
import { confirmMutations, sandboxFetcher } from './sandboxFetcher.ts';

/** Replaces GraphiQL's tab roles, which would hide the button that closes a tab from screen readers. */
const makePlain = (root: HTMLElement): void => {
  root.querySelector('[role="tablist"]')?.setAttribute('role', 'list');
  root.querySelector('[role="tabpanel"]')?.setAttribute('role', 'group');
  for (const tab of root.querySelectorAll('li[aria-selected]')) {
    tab.querySelector('button')?.setAttribute('aria-current', tab.getAttribute('aria-selected') ?? 'false');
    tab.removeAttribute('aria-selected');
    tab.setAttribute('role', 'listitem');
  }
};

/** A ref that turns GraphiQL's tabs into a list of buttons and marks the current one, also for later tabs. */
const plainTabs = (root: HTMLElement | null) => {
  if (!root) return;
  const observer = new MutationObserver(() => makePlain(root));
  observer.observe(root, { attributeFilter: ['aria-selected'], childList: true, subtree: true });
  makePlain(root);
  return () => observer.disconnect();
};

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

const example = {
  query: `# Runs as the user signed in to the console in this browser.
# To use an API key instead, add it under Headers:
# { "authorization": "Bearer …" }
query WhoAmI {
  viewer {
    user { fullName email role { name } }
    organisation { brandName userLimitText activeUserCount }
    can { listOrganisations viewUsers viewSso }
  }
}`,
};

const opened = operationFromUrl();
/** Leaves out GraphiQL's history, which stores variables and headers. Another list would close the open panel. */
const plugins = [documentedPlugin];

export function Sandbox() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [fetcher] = useState(() =>
    confirmMutations(sandboxFetcher, async () => dialog.current !== null && askBeforeMutation(dialog.current)),
  );
  return (
    <main ref={plainTabs}>
      <h1 className="sandbox-title">GraphQL sandbox</h1>
      <GraphiQL
        fetcher={fetcher}
        storage={layoutStorage}
        plugins={plugins}
        defaultTabs={opened ? [opened, example] : [example]}
        // The variables of the first default tab are not read.
        initialVariables={opened?.variables}
        defaultHeaders={'{\n  \n}'}
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
      />
      <MutationDialog dialogRef={dialog} />
    </main>
  );
}
