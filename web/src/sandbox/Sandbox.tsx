import { GraphiQL } from 'graphiql';
import { useRef, useState } from 'react';
import { confirmMutations } from './confirmMutations.ts';
import { exampleOperations } from './exampleOperations.ts';
import { historyPlugin } from './HistoryPanel.tsx';
import { layoutStorage } from './layoutStorage.ts';
import { askBeforeMutation, MutationDialog } from './MutationDialog.tsx';
import { CostButton } from './OperationCost.tsx';
import { takeOpenedOperation } from './openedOperation.ts';
import { rememberingFetcher } from './rememberingFetcher.ts';
import { sandboxFetcher } from './sandboxFetcher.ts';

const opened = takeOpenedOperation();
/** Another list would close the open panel. */
const plugins = [historyPlugin];

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
    <>
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
    </>
  );
}
