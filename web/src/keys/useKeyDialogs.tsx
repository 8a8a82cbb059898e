import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { isolated } from '../ui/values/isolated.ts';
import type { KeyAddressesDialogProps } from './KeyAddressesDialog.tsx';
import type { KeyRequestsPanelProps } from './KeyRequestsPanel.tsx';
import type { KeyRow } from './keyRows.ts';

const KeyAddressesDialog = lazyPart<KeyAddressesDialogProps>(
  async () => (await import('./KeyAddressesDialog.tsx')).KeyAddressesDialog,
  whenOpened,
);
const KeyRequestsPanel = lazyPart<KeyRequestsPanelProps>(
  async () => (await import('./KeyRequestsPanel.tsx')).KeyRequestsPanel,
  whenOpened,
);

/**
 * Buttons of a row that open the requests and the allowed addresses of its key, and both dialogs. The dialogs are outside the row, which is rendered
 * again at another width.
 */
export function useKeyDialogs() {
  const [row, setRow] = useState<KeyRow>();
  const [opened, setOpened] = useState<'requests' | 'addresses'>();
  const [times, setTimes] = useState(0);
  const show = (dialog: typeof opened, key: KeyRow) => {
    setRow(key);
    setTimes(times + 1);
    setOpened(dialog);
  };
  const close = () => setOpened(undefined);
  const buttons = (key: KeyRow) => (
    <>
      {key.viewerCanViewRequests && (
        <RowButton
          aria-label={`Requests of ${isolated(key.name)}`}
          aria-haspopup="dialog"
          onClick={() => show('requests', key)}
        >
          Requests
        </RowButton>
      )}
      {key.viewerCanEditAllowedAddresses && (
        <RowButton
          aria-label={`Allowed IP addresses of ${isolated(key.name)}`}
          aria-haspopup="dialog"
          onClick={() => show('addresses', key)}
        >
          IP addresses
        </RowButton>
      )}
    </>
  );
  // The key resets the dialog at each opening.
  const dialogs = row && (
    <>
      <KeyRequestsPanel id={row.id} name={row.name} opened={opened === 'requests'} onClose={close} />
      <KeyAddressesDialog key={times} apiKey={row} opened={opened === 'addresses'} onClose={close} />
    </>
  );
  return { buttons, dialogs };
}
