import { texts } from '@console/contract/rules';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganiserEntry_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { UserAvatar } from '../users/UserAvatar.tsx';
import { personLabel } from './personLabel.ts';

const candidatesQuery = graphql(`
  query ChangeOrganiserForm_Candidates($id: ID!) {
    organisation(id: $id) { id organiserCandidates { id fullName email status isInvited } }
  }
`);

const changeDocument = graphql(`
  mutation ChangeOrganiserForm_Change($organisationId: ID!, $userId: ID!) {
    changeOrganiser(organisationId: $organisationId, userId: $userId) {
      organisation { id updatedAt organiser { id fullName email status isInvited } }
    }
  }
`);

interface ChangeOrganiserFormProps {
  organisation: Pick<OrganiserEntry_OrganisationFragment, 'id' | 'brandName' | 'organiser'>;
  onClose: () => void;
}

/** Chooses another organiser; the candidates are loaded when the choice opens. */
export function ChangeOrganiserForm({ organisation, onClose }: ChangeOrganiserFormProps) {
  const { id, brandName, organiser } = organisation;
  const candidates = usePageQuery(candidatesQuery, { id });
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [asked, setAsked] = useState(false);
  const { mutate, busy } = useMutationAction(changeDocument, { success: texts.organisations.userUpdated });
  const people = candidates.data?.organisation?.organiserCandidates;
  const others = people?.filter((person) => person.id !== organiser?.id) ?? [];
  const person = others.find((other) => other.id === chosen);
  const failed = candidates.failed && !people;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!person);
    if (person) setAsked(true);
    else form.current?.querySelector('input')?.focus();
  };
  const change = async () => {
    if (!person) return;
    const done = await mutate({ organisationId: id, userId: person.id }).catch(() => undefined);
    if (done) onClose();
  };
  return (
    <>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Dropdown
            label="Main Organiser"
            required
            data={others.map((other) => ({
              value: other.id,
              label: personLabel(other),
              mark: <UserAvatar user={other} />,
            }))}
            value={chosen}
            loading={candidates.loading}
            failed={failed}
            error={missing && !person && texts.field.required}
            onChange={(value) => {
              setChosen(value);
              setMissing(false);
            }}
          />
          {failed && (
            <Group gap="xs">
              <Text role="alert">The users could not be loaded.</Text>
              <Button variant="default" size="compact-sm" onClick={candidates.retry}>
                Try again
              </Button>
            </Group>
          )}
          <Group gap="sm">
            <Button type="submit">Save</Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={asked}
        title={`Make ${isolated(person?.fullName ?? '')} the main Organiser of ${isolated(brandName)}?`}
        confirmLabel="Make main Organiser"
        busy={busy}
        onCancel={() => setAsked(false)}
        onConfirm={change}
      >
        <Text>
          {person && personLabel(person)} becomes responsible for <bdi translate="no">{brandName}</bdi>
          {organiser
            ? ` instead of ${isolated(organiser.fullName)}, who keeps their role. You can change the main Organiser later.`
            : '. You can change the main Organiser later.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
