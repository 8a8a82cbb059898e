import { maxLength, texts } from '@console/contract/rules';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { Failure, toFailure } from '../feedback/failure.ts';
import { offerLinkIfUnsent } from '../feedback/unsentInvitation.ts';
import { graphql } from '../gql/gql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { emailCheck } from '../ui/form/fieldChecks.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { ModulesField } from './ModulesField.tsx';
import { placeMapping } from './mappingListCache.ts';
import { type InviteeLookup, useInviteeLookup } from './useInviteeLookup.ts';
import { useMappingPaths } from './useMappingPaths.ts';

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
function InviteOrganisationConfirmStep(props: InviteOrganisationConfirmStepProps) {
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
        <ModulesField
          modules={modules}
          description="Modules that the mapping is for"
          {...form.getInputProps('modules')}
        />
      )}
      <Group>
        <Button variant="default" size="compact-sm" disabled={busy} onClick={onBack}>
          Use another email address
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
    ? `When ${invited} accepts, it becomes a vendor of ${inviting}, and ${inviting} becomes its customer.`
    : `When the new organisation joins and accepts, it becomes a vendor of ${inviting}, and ${inviting} becomes its customer.`;

const inviteDocument = graphql(`
  mutation InviteOrganisationForm_Invite($email: String!, $organisationId: ID!, $modules: [ID!]) {
    inviteOrganisation(email: $email, organisationId: $organisationId, modules: $modules) {
      edge { ...MappingTable_edge @unmask } # an edge has no cache id
      organisation {
        id
        invitations(search: $email, filter: { kinds: [ORGANISATION] }, first: 1) {
          nodes { id email isUnsent failure viewerCanCopyLink }
        }
      }
    }
  }
`);

interface InviteOrganisationFormProps {
  organisationId: string;
  brandName: string;
  /** The modules to choose from; null when they could not be loaded. */
  modules: readonly { id: string; label: string }[] | null;
}

const initialValues: InviteOrganisationValues = { email: '', modules: [] };
const fields = ['email', 'modules'];
const mapped: InviteeLookup = { state: 'MAPPING_EXISTS', message: texts.mappings.exists, organisation: null };

/** Two steps: the email, and the invitation. The input stays in both. */
export function InviteOrganisationForm({ organisationId, brandName, modules }: InviteOrganisationFormProps) {
  const navigate = useNavigate();
  const { list } = useMappingPaths();
  const { trail, settledTrail } = useTrail();
  const { form, frame, onSubmit, announce, release } = useSavedForm({
    name: 'invite-organisation',
    initialValues,
    validate: { email: emailCheck(maxLength.email) },
  });
  const { lookUp, lookingUp } = useInviteeLookup(organisationId);
  const [known, setKnown] = useState<InviteeLookup | null>(null);
  const { mutate, busy } = useMutationAction(inviteDocument, {
    success: texts.mappings.done,
    leaves: () => true,
    fields,
    handles: (failure) => failure.has('CONFLICT'),
    update(cache, { inviteOrganisation: { edge } }) {
      if (edge) placeMapping(cache, edge, organisationId, null);
    },
  });

  const showFaults = ({ fields: faults }: Failure) => {
    if ('email' in faults) setKnown(null);
    form.setErrors(faults);
    // Runs after the step with the field is rendered.
    setTimeout(() => announce(faults));
  };
  const lookUpEntered = async ({ email }: InviteOrganisationValues) => {
    const found = await lookUp(email.trim());
    if (found instanceof Failure) showFaults(found);
    else if (found) setKnown(found);
  };
  const invite = async ({ email, modules: chosen }: InviteOrganisationValues) => {
    try {
      const answer = await mutate({
        email: email.trim(),
        organisationId,
        ...(chosen.length > 0 && { modules: chosen }),
      });
      if (!answer) return;
      release();
      offerLinkIfUnsent(answer.inviteOrganisation.organisation?.invitations?.nodes[0]);
      void navigate(list, { replace: true, state: answer.inviteOrganisation.edge ? settledTrail : trail });
    } catch (error) {
      const failure = toFailure(error);
      // Another user has sent the same request in the meantime.
      if (failure.has('CONFLICT')) setKnown(mapped);
      else showFaults(failure);
    }
  };
  const exists = known?.state === 'MAPPING_EXISTS';
  const leave = () => {
    // Another request cannot succeed.
    if (exists) release();
    void navigate(list, { state: trail });
  };
  const submit = (values: InviteOrganisationValues) => {
    if (!known) void lookUpEntered(values);
    else if (!exists) void invite(values);
  };
  return (
    <FormPaper frame={frame} onSubmit={onSubmit(submit)}>
      {known ? (
        <InviteOrganisationConfirmStep
          form={form}
          known={known}
          brandName={brandName}
          modules={modules}
          busy={busy}
          onBack={() => setKnown(null)}
          onCancel={leave}
        />
      ) : (
        <InviteOrganisationEmailStep form={form} busy={lookingUp} onCancel={leave} />
      )}
      <UnsentEmailsNote />
    </FormPaper>
  );
}

/** The values of the invitation form. */
type InviteOrganisationValues = { email: string; modules: string[] };

interface InviteOrganisationEmailStepProps {
  form: UseFormReturnType<InviteOrganisationValues>;
  busy: boolean;
  onCancel: () => void;
}

/** The first step: the email of a user of the organisation. */
function InviteOrganisationEmailStep({ form, busy, onCancel }: InviteOrganisationEmailStepProps) {
  return (
    <>
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        // The field gets the focus when the user returns from the second step.
        autoFocus={form.values.email !== ''}
        description="Email of someone in that organisation"
        maxLength={maxLength.email}
        {...form.getInputProps('email')}
      />
      <FormActions submitLabel="Next" busy={busy} onCancel={onCancel} />
    </>
  );
}
