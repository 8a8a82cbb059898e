import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { fieldError } from '../ui/form/FieldError.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { OrganisationFormImages } from './OrganisationFormImages.tsx';
import { OrganisationFormPerson, type OrganisationFormPersonProps } from './OrganisationFormPerson.tsx';
import type { OrganisationWizardPost } from './organisationWizardPosts.ts';
import { type OrganisationWizardValues, organisationWizardPersonOf } from './organisationWizardValues.ts';

export interface WizardResultProps extends ResultProps {
  shown: boolean;
}

interface ResultProps {
  form: UseFormReturnType<OrganisationWizardValues>;
  posts: readonly OrganisationWizardPost[];
  /** The organiser's form. */
  organiser: OrganisationFormPersonProps;
  fieldsOf: (post: OrganisationWizardPost) => OrganisationFormPersonProps;
}

interface Line {
  key: string;
  label: string;
  email: string;
  reason: string | undefined;
  /** Form of the person, to correct the input. */
  fields: OrganisationFormPersonProps;
}

/** The result when some users of the organisation were not created: all of them with their state, and forms to correct the failed ones. */
export function WizardResult({ shown, ...result }: WizardResultProps) {
  return shown && <Result {...result} />;
}

function Result({ form, posts, organiser, fieldsOf }: ResultProps) {
  const { values } = form;
  const { failed, organisation } = values;
  const reasonOf = (designationId: string | null) =>
    failed?.find((person) => person.designationId === designationId)?.message;
  // A reload loses the files, which every attempt sends.
  const [needsFiles] = useState(!organisation.logo || !organisation.icon);
  const lines: Line[] = [
    { key: '', label: 'Organiser', email: values.organiser.email, reason: reasonOf(null), fields: organiser },
    ...posts.flatMap((post) => {
      const holder = organisationWizardPersonOf(values, post);
      const reason = reasonOf(post.id);
      // The organiser is listed above.
      if (holder?.isOrganiser || !(holder || reason)) return [];
      return [{ key: post.id, label: post.label, email: holder?.person.email ?? '', reason, fields: fieldsOf(post) }];
    }),
  ];
  return (
    <>
      <div role="alert">
        <Title order={2}>{`${isolated(organisation.brandName)} was created, but some users were not`}</Title>
        <Text mt="xs">Correct the errors and try again. Nothing will be created twice.</Text>
      </div>
      {needsFiles && (
        <OrganisationFormImages
          inputProps={(field) => form.getInputProps(`organisation.${field}`)}
          values={organisation}
        />
      )}
      <Stack gap="xs">
        {lines.map(({ key, label, email, reason, fields }) => (
          <Paper key={key} p="md" component="section" aria-label={label}>
            <Group justify="space-between" gap="xs">
              <div>
                <Text fw={600}>{label}</Text>
                <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {email}
                </Text>
              </div>
              <Badge color={reason ? 'red' : 'green'}>{reason ? 'Not created' : 'Created'}</Badge>
            </Group>
            {reason && (
              <Stack gap="md">
                <Text c="var(--mantine-color-error)" mt="xs">
                  {fieldError(reason)}
                </Text>
                <OrganisationFormPerson {...fields} />
              </Stack>
            )}
          </Paper>
        ))}
      </Stack>
    </>
  );
}
