import { Group, Paper, Stack, Text } from '@mantine/core';
import { useImagePreview } from '../ui/form/useImagePreview.ts';
import { Avatar } from '../ui/values/Avatar.tsx';
import { Logo } from '../ui/values/Logo.tsx';
import { WithAvatar } from '../ui/values/WithAvatar.tsx';
import type { OrganisationValues } from './organisationFormValues.ts';

export interface BrandPreviewProps {
  values: Pick<OrganisationValues, 'brandName' | 'logo' | 'icon'>;
  /** The saved images. */
  current?: { logo: { url: string } | null; icon: { url: string } | null };
}

/** The top bar with the logo, and the icon as lists show it. */
export function BrandPreview({ values: { brandName, logo, icon }, current }: BrandPreviewProps) {
  const [chosenLogo, chosenIcon] = [useImagePreview(logo), useImagePreview(icon)];
  const name = brandName.trim() || 'Your organisation';
  return (
    <Stack gap="xs">
      <Paper h={56} px="md" role="img" aria-label={`Top bar of ${name}`}>
        <Group h="100%" gap="md" wrap="nowrap">
          <Logo src={chosenLogo ?? current?.logo?.url} alt="" h={32} maw={120} />
          <Text c="dimmed">Organisation</Text>
        </Group>
      </Paper>
      <Text c="dimmed">The logo is at the left of the top bar on every page.</Text>
      <Text fw={500} component="div">
        <WithAvatar
          avatar={
            <Avatar
              kind="organisation"
              id={name}
              name={name}
              size={40}
              icon={chosenIcon ?? current?.icon?.url ?? undefined}
            />
          }
        >
          {name}
        </WithAvatar>
      </Text>
      <Text c="dimmed">The icon is shown before the organisation’s name in lists and on its page.</Text>
    </Stack>
  );
}
