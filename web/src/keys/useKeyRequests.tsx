import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import type { KeyRequestsPanelProps } from './KeyRequestsPanel.tsx';

const KeyRequestsPanel = lazyPart<KeyRequestsPanelProps>(
  async () => (await import('./KeyRequestsPanel.tsx')).KeyRequestsPanel,
  whenOpened,
);

interface LoggedKey {
  id: string;
  name: string;
  viewerCanViewRequests: boolean;
}

/** The button of a row that shows the requests of its key, and the panel with them. The panel is not in the row, which is rendered again at another width. */
export function useKeyRequests() {
  const [shown, setShown] = useState<LoggedKey>();
  const [opened, setOpened] = useState(false);
  const show = (row: LoggedKey) => {
    setShown(row);
    setOpened(true);
  };
  const button = (row: LoggedKey) =>
    row.viewerCanViewRequests && (
      <RowButton aria-label={`Requests of ${isolated(row.name)}`} aria-haspopup="dialog" onClick={() => show(row)}>
        Requests
      </RowButton>
    );
  const panel = (
    <KeyRequestsPanel id={shown?.id ?? ''} name={shown?.name ?? ''} opened={opened} onClose={() => setOpened(false)} />
  );
  return { button, panel };
}
