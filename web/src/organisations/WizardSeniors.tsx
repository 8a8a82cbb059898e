import { Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { OrganisationFormPersonProps } from './OrganisationFormPerson.tsx';
import type { OrganisationWizardPost } from './organisationWizardPosts.ts';
import type { OrganisationWizardValues } from './organisationWizardValues.ts';
import { WizardSeniorRow } from './WizardSeniorRow.tsx';

interface WizardSeniorsProps {
  form: UseFormReturnType<OrganisationWizardValues>;
  posts: readonly OrganisationWizardPost[];
  fieldsOf: (post: OrganisationWizardPost) => OrganisationFormPersonProps;
  /** The positions with open rows. */
  opened: readonly string[];
  onOpen: (opened: readonly string[]) => void;
}

/** One row for each senior position; empty ones are not sent. */
export function WizardSeniors({ form, posts, fieldsOf, opened, onOpen }: WizardSeniorsProps) {
  return (
    <>
      <Title order={2}>Senior management</Title>
      <Text c="dimmed">The CEO is required. You can fill the other positions later.</Text>
      <Stack gap="xs">
        {posts.map((post) => (
          <WizardSeniorRow
            key={post.id}
            form={form}
            post={post}
            fields={fieldsOf(post)}
            opened={opened.includes(post.id)}
            onToggle={() =>
              onOpen(opened.includes(post.id) ? opened.filter((id) => id !== post.id) : [...opened, post.id])
            }
          />
        ))}
      </Stack>
    </>
  );
}
