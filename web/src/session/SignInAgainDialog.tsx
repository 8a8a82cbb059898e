import { Anchor, Stack, Text } from '@mantine/core';
import { type SessionEnd, sessionEndTexts } from '../apollo/sessionEnd.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { DialogDescription } from '../ui/dialog/DialogDescription.tsx';
import { SignIn } from './SignIn.tsx';

// Read from the cache, because every page queries the viewer.
const viewerFragment = graphql(`fragment SignInAgainDialog_viewer on Viewer { user { id email } }`);

interface SignInAgainDialogProps {
  opened: boolean;
  end: SessionEnd;
  onClose: () => void;
}

/** Signs in again over a form with unsaved input. */
export function SignInAgainDialog({ opened, end, onClose }: SignInAgainDialogProps) {
  const { data } = useFragment(viewerFragment, { __typename: 'Viewer' });
  return (
    <Dialog opened={opened} onClose={onClose} title="Sign in to continue">
      <Stack gap="md">
        <DialogDescription>
          <Text mb="md">{sessionEndTexts[end]}</Text>
          <Text>Nothing was saved. Your input is still on this page. Sign in, then try again.</Text>
        </DialogDescription>
        <SignIn firstEmail={data?.user?.email ?? ''} again />
        <Anchor href="/login" target="_blank" size="sm" ta="center">
          Sign in another way, in a new tab
        </Anchor>
      </Stack>
    </Dialog>
  );
}
