import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { forgetAddressToken } from '../apollo/addressTokens.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationFormFields_LookupsFragment, OrganisationFormPerson_LookupsFragment } from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { deadLinkPath, deadLinkState } from '../ui/navigation/deadLink.ts';
import { localZone } from '../ui/values/localZone.ts';
import type { PersonValues } from '../users/personValues.ts';
import { type CountryCodeLookups, useCountryCode } from '../users/useCountryCode.ts';
import { FormStep } from './FormStep.tsx';
import { FormSteps } from './FormSteps.tsx';
import { LazyBrandPreview } from './LazyBrandPreview.tsx';
import { OrganisationFormFields } from './OrganisationFormFields.tsx';
import { imageTypes } from './OrganisationFormImages.tsx';
import { OrganisationFormPerson } from './OrganisationFormPerson.tsx';
import { organisationFormErrors } from './organisationFormErrors.ts';
import { organisationPersonInputOf, personErrors } from './organisationFormPerson.ts';
import {
  filesLeftOutNotice,
  isInPlacePart,
  lostFileErrors,
  newOrganisationValues,
  type OrganisationField,
  type OrganisationValues,
  organisationErrors,
  organisationInputOf,
  withoutFiles,
} from './organisationFormValues.ts';

const onboardDocument = graphql(`
  mutation OnboardForm_Onboard($input: OnboardOrganisationInput!) {
    onboardOrganisation(input: $input) {
      isEmailUnsent
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
  /** Called after success; `isEmailUnsent`: the link to set a password is not emailed. */
  onDone: (isEmailUnsent: boolean) => void;
}

/** The title of the pages that contain the form. */
export const onboardTitle = 'Add your organisation';

type OnboardValues = {
  /** Index of the shown part. */
  step: number;
  organisation: OrganisationValues;
  organiser: PersonValues;
};

type Faults = Record<string, string>;

const steps = ['Organisation', 'Address and images'];

const last = steps.length - 1;

const stepOf = (path: string): number => (isInPlacePart(path) ? 1 : 0);

/** Onboards an organisation with the current person as its organiser, which determines the role. */
export function OnboardForm({ token, organiser, lookups, onDone }: OnboardFormProps) {
  const navigate = useNavigate();
  const errorsOf = (values: OnboardValues): Faults => ({
    ...organisationErrors(values.organisation),
    ...personErrors(values.organiser, 'organiser', { role: false }),
  });
  const { form, frame, announce, release } = useSavedForm<OnboardValues>({
    name: 'onboarding',
    initialValues: {
      step: 0,
      organisation: newOrganisationValues,
      // The first user of an organisation reports to no one.
      organiser: { ...organiser, supervisorEmail: organiser.supervisorEmail || organiser.email },
    },
    validate: errorsOf,
    stored: withoutFiles,
    leftOutNotice: filesLeftOutNotice,
    leftOutErrors: () => lostFileErrors,
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
    // The guard redirects once the cached viewer has an organisation.
    update: () => release(),
  });

  const { step } = form.values;
  const shownStep = useRef<number | null>(step);
  const setStep = (next: number) => form.setFieldValue('step', next);
  /** Shows the errors by opening the first part that has some. */
  const show = (faults: Faults) => {
    const at = Math.min(...Object.keys(faults).map(stepOf));
    const shown = Object.fromEntries(Object.entries(faults).filter(([path]) => stepOf(path) === at));
    flushSync(() => {
      shownStep.current = at;
      setStep(at);
      form.setErrors(shown);
    });
    announce(shown);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const values = form.getValues();
    const faults = Object.entries(errorsOf(values)).filter(([path]) => stepOf(path) <= step);
    if (faults.length > 0) return show(Object.fromEntries(faults));
    if (step === last) return void send(values);
    // The displayed code, even if another country is selected later.
    if (values.organiser.mobile && values.organiser.countryCode === null)
      form.setFieldValue('organiser.countryCode', proposedCode);
    form.clearErrors();
    setStep(step + 1);
  };
  const send = async ({ organisation, organiser: person }: OnboardValues) => {
    const { roleId: _roleId, ...rest } = organisationPersonInputOf(person, proposedCode);
    const input = {
      organisation: organisationInputOf(organisation),
      organiser: rest,
      timeZone: localZone(),
      ...(token !== undefined && { token }),
    };
    // The gateway checks this header before it reads the files.
    const begin = token === undefined ? undefined : () => ({ headers: { 'x-onboarding-token': token } });
    try {
      const answer = await mutate({ input }, begin);
      if (answer) onDone(answer.onboardOrganisation.isEmailUnsent);
    } catch (error) {
      const failure = toFailure(error);
      if (token && failure.has('TOKEN_INVALID')) {
        forgetAddressToken('token');
        release();
        return void navigate(deadLinkPath, { replace: true, state: deadLinkState('onboarding') });
      }
      const faults = organisationFormErrors(failure);
      if (faults) show(faults);
    }
  };
  const organisationFields = {
    inputProps: (field: OrganisationField) => form.getInputProps(`organisation.${field}`),
    values: form.values.organisation,
    saved: saved.organisation,
    lookups,
  };
  return (
    <PageColumns
      sideLabel="Help"
      side={<HelpPanel topics={[['Preview', <LazyBrandPreview key="brand" values={form.values.organisation} />]]} />}
    >
      <FormPaper frame={frame} onSubmit={submit}>
        <FormSteps labels={steps} step={step} onStep={setStep} />
        <FormStep labels={steps} step={step} shown={shownStep}>
          {step === 0 ? (
            <>
              <OnboardIntro invited={token !== undefined} />
              <OrganisationFormFields part="organisation" {...organisationFields} />
              <Title order={2}>Main Organiser</Title>
              <OrganisationFormPerson
                inputProps={(field) => form.getInputProps(`organiser.${field}`)}
                values={form.values.organiser}
                saved={saved.organiser}
                proposedCode={proposedCode}
                lookups={lookups}
                fixedEmail
                own
              />
            </>
          ) : (
            <OrganisationFormFields part="place" {...organisationFields} />
          )}
        </FormStep>
        <FormActions
          submitLabel={step < last ? 'Next' : 'Create organisation'}
          busy={busy}
          onBack={step === 0 ? undefined : () => setStep(step - 1)}
        />
      </FormPaper>
    </PageColumns>
  );
}

/** Introduces the new organisation form: what the user needs, and the next steps. */
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
