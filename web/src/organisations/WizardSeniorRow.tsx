import { texts } from '@console/contract/rules';
import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { fieldError } from '../ui/form/FieldError.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { OrganisationFormPerson, type OrganisationFormPersonProps } from './OrganisationFormPerson.tsx';
import { fullNameOf, isBlankPerson } from './organisationFormPerson.ts';
import type { OrganisationWizardPost } from './organisationWizardPosts.ts';
import { type OrganisationWizardValues, organisationWizardPersonOf } from './organisationWizardValues.ts';

interface WizardSeniorRowProps {
  form: UseFormReturnType<OrganisationWizardValues>;
  post: OrganisationWizardPost;
  /** Its person's form. */
  fields: OrganisationFormPersonProps;
  opened: boolean;
  onToggle: () => void;
}

/** A senior position with its person and form. */
export function WizardSeniorRow({ form, post, fields, opened, onToggle }: WizardSeniorRowProps) {
  const id = useId();
  const path = `seniors.${post.id}`;
  const entered = fields.values;
  const holder = organisationWizardPersonOf(form.values, post);
  const [another, setAnother] = useState(false);
  const heldByOrganiser = isBlankPerson(entered) && holder !== null;
  const error = form.errors[path];
  const filledSince = holder !== null && error === texts.organisations.ceoRequired;
  const forgetEmptyPost = useEffectEvent(() => form.clearFieldError(path));
  useEffect(
    function dropErrorOfFilledPost() {
      if (filledSince) forgetEmptyPost();
    },
    [filledSince],
  );
  const name = holder && (fullNameOf(holder.person) || holder.person.email || 'Unnamed');
  const state = name
    ? `${isolated(name)}${holder.isOrganiser ? ', the main Organiser' : ''}`
    : post.required
      ? 'Required'
      : 'Empty';

  const clear = () => {
    form.setFieldValue(path, post.person);
    form.clearFieldError(path);
    setAnother(false);
  };
  return (
    <Paper p="xs" component="section" aria-label={post.label}>
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          h="auto"
          mih={36}
          py={6}
          px="xs"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.4 } }}
          leftSection={opened ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          data-path={path}
          onClick={onToggle}
        >
          {post.label}
        </Button>
        <Text c="dimmed" px="xs" style={{ overflowWrap: 'anywhere' }}>
          {state}
        </Text>
      </Group>
      {error && (
        <Text id={`${id}-error`} size="sm" c="var(--mantine-color-error)" px="xs">
          {fieldError(error)}
        </Text>
      )}
      {opened && (
        <Box id={id} p="xs">
          {heldByOrganiser && !another ? (
            <Stack gap="sm" align="flex-start">
              <Text>{`${holder.person.email} has this designation and fills this position.`}</Text>
              <Button variant="default" onClick={() => setAnother(true)}>
                Enter someone else
              </Button>
            </Stack>
          ) : (
            <Stack gap="md">
              <OrganisationFormPerson {...fields} />
              {(another || !isBlankPerson(entered)) && (
                <Group>
                  <Button variant="default" onClick={clear}>
                    {`Clear ${post.short}`}
                  </Button>
                </Group>
              )}
            </Stack>
          )}
        </Box>
      )}
    </Paper>
  );
}
