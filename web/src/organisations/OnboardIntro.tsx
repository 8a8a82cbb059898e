import { Stack, Text } from '@mantine/core';
import { imageTypes } from './OrganisationFormImages.tsx';

/** What comes, and what is needed at hand, above the form of a new organisation. */
export function OnboardIntro({ invited }: { invited: boolean }) {
  return (
    <Stack gap="xs" maw="68ch">
      {!invited && (
        <Text>
          This is the organisation that you work for yourself: you and your colleagues use the console as its people.
          Customers and vendors get organisations of their own.
        </Text>
      )}
      <Text>{`Have at hand: its legal name and address, a logo and an icon (${imageTypes} each).`}</Text>
      <Text c="dimmed">
        {invited
          ? 'Afterwards you set your password, sign in and add your people.'
          : 'Afterwards come customers and vendors, then people.'}
      </Text>
    </Stack>
  );
}
