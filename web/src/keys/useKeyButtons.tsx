import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import type { KeyAddressesDialogProps, LimitedKey } from './KeyAddressesDialog.tsx';
import type { KeyRequestsPanelProps } from './KeyRequestsPanel.tsx';

const KeyRequestsPanel = lazyPart<KeyRequestsPanelProps>(
  async () => (await import('./KeyRequestsPanel.tsx')).KeyRequestsPanel,
  whenOpened,
);
const KeyAddressesDialog = lazyPart<KeyAddressesDialogProps>(
  async () => (await import('./KeyAddressesDialog.tsx')).KeyAddressesDialog,
  whenOpened,
);

type Key = LimitedKey & { viewerCanViewRequests: boolean; viewerCanEditAllowedAddresses: boolean };

/** The buttons of a row that show the requests of its key and its allowed addresses, and what they open, which is not in the row: that is rendered again at another width. */
export function useKeyButtons({ ofOrganisation }: { ofOrganisation: boolean }) {
  const [shown, setShown] = useState<Key>();
  const [opened, setOpened] = useState<'requests' | 'addresses'>();
  const [times, setTimes] = useState(0);
  const open = (key: Key, what: 'requests' | 'addresses') => {
    setShown(key);
    setTimes(times + 1);
    setOpened(what);
  };
  const close = () => setOpened(undefined);
  const buttons = (key: Key) => (
    <>
      {key.viewerCanViewRequests && (
        <RowButton
          aria-label={`Requests of ${isolated(key.name)}`}
          aria-haspopup="dialog"
          onClick={() => open(key, 'requests')}
        >
          Requests
        </RowButton>
      )}
      {key.viewerCanEditAllowedAddresses && (
        <RowButton
          aria-label={`Allowed addresses of ${isolated(key.name)}`}
          aria-haspopup="dialog"
          onClick={() => open(key, 'addresses')}
        >
          Addresses
        </RowButton>
      )}
    </>
  );
  const dialogs = (
    <>
      <KeyRequestsPanel id={shown?.id ?? ''} name={shown?.name ?? ''} opened={opened === 'requests'} onClose={close} />
      {/* The key resets the dialog at each opening. */}
      {shown && (
        <KeyAddressesDialog
          key={times}
          apiKey={shown}
          ofOrganisation={ofOrganisation}
          opened={opened === 'addresses'}
          onClose={close}
        />
      )}
    </>
  );
  return { buttons, dialogs };
}
