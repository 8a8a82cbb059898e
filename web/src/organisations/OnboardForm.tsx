import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Stack, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { forgetAddressToken } from '../apollo/addressTokens.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationFormFields_LookupsFragment, OrganisationFormPerson_LookupsFragment } from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { deadLinkPath, deadLinkState } from '../ui/layout/deadLink.ts';
import type { PersonValues } from '../users/personValues.ts';
import { type CountryCodeLookups, useCountryCode } from '../users/useCountryCode.ts';
import { OrganisationFormFields } from './OrganisationFormFields.tsx';
import { imageTypes } from './OrganisationFormImages.tsx';
import { OrganisationFormPerson } from './OrganisationFormPerson.tsx';
import { organisationFormErrors } from './organisationFormErrors.ts';
import { organisationPersonInputOf, personErrors } from './organisationFormPerson.ts';
import {
  filesLeftOutNotice,
  newOrganisationValues,
  type OrganisationValues,
  organisationErrors,
  organisationInputOf,
  withoutFiles,
} from './organisationFormValues.ts';

const onboardDocument = graphql(`
  mutation OnboardForm_Onboard($input: OnboardOrganisationInput!) {
    onboardOrganisation(input: $input) {
      viewer { ...Shell_viewer organisation { id ...OrganisationPage_organisation } }
    }
  }
`);

interface OnboardFormProps {
  /** The token of the invitation; not set for a signed-in user. */
  token?: string;
  /** The known data of the person, at least the email. */
  organiser: PersonValues;
  lookups: FragmentType<OrganisationFormFields_LookupsFragment> &
    FragmentType<OrganisationFormPerson_LookupsFragment> &
    CountryCodeLookups;
  onDone: () => void;
}

/** The title of the pages that contain the form. */
export const onboardTitle = 'Add your organisation';

type OnboardValues = { organisation: OrganisationValues; organiser: PersonValues };

/** Onboards an organisation with the current person as its organiser, which determines the role. */
export function OnboardForm({ token, organiser, lookups, onDone }: OnboardFormProps) {
  const navigate = useNavigate();
  const { form, frame, onSubmit, refuse, release } = useSavedForm<OnboardValues>({
    name: 'onboarding',
    initialValues: {
      organisation: newOrganisationValues,
      // The first user of an organisation reports to no one.
      organiser: { ...organiser, supervisorEmail: organiser.supervisorEmail || organiser.email },
    },
    validate: (values) => ({
      ...organisationErrors(values.organisation),
      ...personErrors(values.organiser, 'organiser', { role: false }),
    }),
    stored: withoutFiles,
    leftOutNotice: filesLeftOutNotice,
    outlivesReload: true,
    ...(token !== undefined && { invitedEmail: organiser.email }),
  });
  const saved = form.getInitialValues();
  const proposedCode = useCountryCode(lookups, form.values.organisation.country);
  const { mutate, busy } = useMutationAction(onboardDocument, {
    // Without a session the page itself shows the result.
    ...(token === undefined && { success: texts.submitted }),
    leaves: () => true,
    handles: (failure) => failure.has('TOKEN_INVALID') || organisationFormErrors(failure) !== null,
    // As soon as the cached viewer has an organisation, the guard redirects.
    update: () => release(),
  });

  const submit = async ({ organisation, organiser: person }: OnboardValues) => {
    const { roleId: _roleId, ...rest } = organisationPersonInputOf(person, proposedCode);
    const input = {
      organisation: organisationInputOf(organisation),
      organiser: rest,
      ...(token !== undefined && { token }),
    };
    // The gateway checks this header before it reads the files.
    const begin = token === undefined ? undefined : () => ({ headers: { 'x-onboarding-token': token } });
    try {
      if (await mutate({ input }, begin)) onDone();
    } catch (error) {
      const failure = toFailure(error);
      if (token && failure.has('TOKEN_INVALID')) {
        forgetAddressToken('token');
        release();
        return void navigate(deadLinkPath, { replace: true, state: deadLinkState('onboarding') });
      }
      const faults = organisationFormErrors(failure);
      if (faults) refuse(faults);
    }
  };
  return (
    <FormPaper frame={frame} onSubmit={onSubmit((values) => void submit(values))}>
      <OnboardIntro invited={token !== undefined} />
      <OrganisationFormFields
        inputProps={(field) => form.getInputProps(`organisation.${field}`)}
        values={form.values.organisation}
        saved={saved.organisation}
        lookups={lookups}
      />
      <Title order={2}>Organiser</Title>
      <OrganisationFormPerson
        inputProps={(field) => form.getInputProps(`organiser.${field}`)}
        values={form.values.organiser}
        saved={saved.organiser}
        proposedCode={proposedCode}
        lookups={lookups}
        fixedEmail
        own
      />
      <FormActions submitLabel="Submit" busy={busy} />
    </FormPaper>
  );
}

/** Introduces the form of a new organisation: what the user needs, and the next steps. */
function OnboardIntro({ invited }: { invited: boolean }) {
  return (
    <Stack gap="xs" maw="68ch">
      {!invited && (
        <Text>
          Enter the organisation you and your colleagues work for. You add customers and vendors later, as separate
          organisations.
        </Text>
      )}
      <Text>{`You need its legal name and address, a logo and an icon (each ${imageTypes}).`}</Text>
      <Text c="dimmed">
        {invited
          ? 'After that, you set your password, sign in and add your users.'
          : 'After that, you add customers and vendors, then users.'}
      </Text>
    </Stack>
  );
}
