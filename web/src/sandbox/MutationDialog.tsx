import type { RefObject } from 'react';

/** Opens the dialog; resolves to whether the mutation may be sent. */
export const askBeforeMutation = (dialog: HTMLDialogElement): Promise<boolean> =>
  new Promise((resolve) => {
    dialog.returnValue = '';
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'run'), { once: true });
    dialog.showModal();
  });

/** Asks whether a mutation may be sent. It has GraphiQL's class for its colours. */
export function MutationDialog({ dialogRef }: { dialogRef: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog
      ref={dialogRef}
      role="alertdialog"
      className="graphiql-dialog mutation-dialog"
      aria-labelledby="mutation-title"
      aria-describedby="mutation-text"
    >
      <h2 id="mutation-title">Run this mutation?</h2>
      <p id="mutation-text">
        It changes real data. It runs as the user signed in to the console in this browser. If you send an API key in
        the authorization header, it runs as the owner of that key. You are not asked again until you reload the page.
      </p>
      <div className="mutation-buttons">
        {/* First, because the dialog focuses its first button. */}
        <button type="button" className="graphiql-button" onClick={() => dialogRef.current?.close()}>
          Cancel
        </button>
        <button type="button" className="graphiql-button run-mutation" onClick={() => dialogRef.current?.close('run')}>
          Run mutation
        </button>
      </div>
    </dialog>
  );
}
