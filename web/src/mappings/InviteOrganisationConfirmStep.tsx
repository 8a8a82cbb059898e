import { Alert, Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { FormActions } from '../ui/form/FormActions.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import type { InviteOrganisationValues } from './InviteOrganisationEmailStep.tsx';
import { ModulesField } from './ModulesField.tsx';
import type { InviteeLookup } from './useInviteeLookup.ts';

interface InviteOrganisationConfirmStepProps {
  form: UseFormReturnType<InviteOrganisationValues>;
  known: InviteeLookup;
  /** The inviting organisation. */
  brandName: string;
  modules: readonly { id: string; label: string }[] | null;
  busy: boolean;
  onBack: () => void;
  onCancel: () => void;
}

/** The second step: the result of the check, and the confirmation, unless a mapping exists already. */
export function InviteOrganisationConfirmStep(props: InviteOrganisationConfirmStepProps) {
  const { form, known, brandName, modules, busy, onBack, onCancel } = props;
  const { state, message, organisation } = known;
  const note = useRef<HTMLDivElement>(null);
  const exists = state === 'MAPPING_EXISTS';

  useEffect(function leadToWhatIsKnown() {
    note.current?.focus();
  }, []);
  return (
    <>
      <Alert ref={note} tabIndex={-1} color={exists ? 'yellow' : 'blue'} role="status">
        <Text fw={600}>{message}</Text>
        <Text>
          {organisation
            ? `${isolated(organisation.brandName)} · ${form.values.email.trim()}`
            : form.values.email.trim()}
        </Text>
        {!exists && <Text mt="xs">{effectOf(brandName, organisation?.brandName)}</Text>}
      </Alert>
      {!exists && (
        <ModulesField modules={modules} description="What the mapping is for" {...form.getInputProps('modules')} />
      )}
      <Group>
        <Button variant="default" size="compact-sm" disabled={busy} onClick={onBack}>
          Use another email
        </Button>
      </Group>
      {exists ? (
        <Group>
          <Button variant="default" onClick={onCancel}>
            Back to the list
          </Button>
        </Group>
      ) : (
        <FormActions
          submitLabel={state === 'ORGANISATION_EXISTS' ? 'Send request' : 'Send invitation'}
          busy={busy}
          onCancel={onCancel}
        />
      )}
    </>
  );
}

const effectOf = (inviting: string, invited: string | undefined): string =>
  invited
    ? `${invited} becomes a vendor of ${inviting}, and ${inviting} its customer, as soon as ${invited} accepts.`
    : `The new organisation becomes a vendor of ${inviting}, and ${inviting} its customer, as soon as it has joined and accepts.`;
