import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import type { KeyAddressesDialogProps, LimitedKey } from './KeyAddressesDialog.tsx';

const KeyAddressesDialog = lazyPart<KeyAddressesDialogProps>(
  async () => (await import('./KeyAddressesDialog.tsx')).KeyAddressesDialog,
  whenOpened,
);

/** The button of a row that opens the allowed addresses of its key, and the dialog. It is not in the row, which is rendered again at another width. */
export function useKeyAddresses({ ofOrganisation }: { ofOrganisation: boolean }) {
  const [limited, setLimited] = useState<LimitedKey>();
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const show = (row: LimitedKey) => {
    setLimited(row);
    setTimes(times + 1);
    setOpened(true);
  };
  const button = (row: LimitedKey & { viewerCanEditAllowedAddresses: boolean }) =>
    row.viewerCanEditAllowedAddresses && (
      <RowButton
        aria-label={`Allowed addresses of ${isolated(row.name)}`}
        aria-haspopup="dialog"
        onClick={() => show(row)}
      >
        Addresses
      </RowButton>
    );
  // The key resets the dialog at each opening.
  const dialog = limited && (
    <KeyAddressesDialog
      key={times}
      apiKey={limited}
      ofOrganisation={ofOrganisation}
      opened={opened}
      onClose={() => setOpened(false)}
    />
  );
  return { button, dialog };
}
