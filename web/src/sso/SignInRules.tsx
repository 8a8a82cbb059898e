import type { FragmentType } from '@apollo/client';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenEdited } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { SignInRules_OrganisationFragment } from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import type { SignInRulesFormProps } from './SignInRulesForm.tsx';
import { requiredFactorFacts, usedLengthText } from './signInRulesValues.ts';

const organisationFragment = graphql(`
  fragment SignInRules_organisation on Organisation {
    id
    viewerCanActivateSso
    activeUserCount
    signInRules { id sessionMinutes maxSessionMinutes factorRequired usersWithoutFactor }
  }
`);

const SignInRulesForm = lazyPart<SignInRulesFormProps & { before: ReactNode }>(
  async () => (await import('./SignInRulesForm.tsx')).SignInRulesForm,
  whenEdited,
);

/** The sign-in rules of an organisation. Renders nothing if the product API has no such rules. */
export function SignInRules({ organisation }: { organisation: FragmentType<SignInRules_OrganisationFragment> }) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { editing, opened, details, done } = useFormEditing('sign-in-rules');
  if (!complete || !data.signInRules) return null;
  const { id, viewerCanActivateSso: mayChange, activeUserCount, signInRules } = data;
  const view = (
    <EditableDetails of="the sign-in rules" {...(mayChange && details)}>
      <DescriptionGroup
        heading="Sign-in rules"
        lead={<Text c="dimmed">These rules apply to every user in this organisation.</Text>}
        entries={[
          ['Sessions end after', usedLengthText(signInRules)],
          ['Second factor', signInRules.factorRequired ? 'Required, except for single sign-on' : 'Not required'],
          ...(signInRules.factorRequired ? requiredFactorFacts(signInRules, activeUserCount) : []),
        ]}
      />
    </EditableDetails>
  );
  if (!mayChange || !editing) return view;
  return <SignInRulesForm id={id} signInRules={signInRules} opened={opened} onDone={done} before={view} />;
}
