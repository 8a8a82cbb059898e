import { useOperationsEditorState, useVariablesEditorState } from '@graphiql/react';
import { IconListDetails } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

interface DocumentedOperation {
  name: string;
  kind: 'mutation' | 'screen';
  document: string;
  variables: object;
}

type Loaded = readonly DocumentedOperation[] | 'loading' | 'failed';

const kinds = [
  { kind: 'screen', title: 'Screens of the console' },
  { kind: 'mutation', title: 'Mutations' },
] as const;

/** The ready operations of the documentation. */
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
    <section aria-label="Ready operations" className="sandbox-panel">
      <h2>Ready operations</h2>
      {loaded === 'loading' && <p>Loading…</p>}
      {loaded === 'failed' && <p>They are those of the documentation, which is not available here.</p>}
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
  if (!answer.ok) throw new Error(`The list of operations answers ${answer.status}`);
  return answer.json();
}

export const documentedPlugin = {
  title: 'Ready operations',
  icon: () => <IconListDetails aria-hidden />,
  content: DocumentedPanel,
};
