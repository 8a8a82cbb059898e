import { GraphiQL } from 'graphiql';
import { useRef, useState } from 'react';
import { confirmMutations } from './confirmMutations.ts';
import { exampleOperations } from './exampleOperations.ts';
import { layoutStorage } from './layoutStorage.ts';
import { askBeforeMutation, MutationDialog } from './MutationDialog.tsx';
import { sandboxFetcher } from './sandboxFetcher.ts';

/** With `linked` in the first tabs. */
export function Sandbox({ linked }: { linked: typeof exampleOperations }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [fetcher] = useState(() =>
    confirmMutations(sandboxFetcher, async () => dialog.current !== null && askBeforeMutation(dialog.current)),
  );
  return (
    <>
      <h1 className="sandbox-title">GraphQL sandbox</h1>
      {/* Without the history: it holds headers and variables. */}
      <GraphiQL
        fetcher={fetcher}
        storage={layoutStorage}
        plugins={[]}
        defaultTabs={[...linked, ...exampleOperations]}
        defaultHeaders={'{\n  \n}'}
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
      />
      <MutationDialog dialogRef={dialog} />
    </>
  );
}
