import type { FragmentType } from '@apollo/client';
import { signInRetentionDays as range } from '@console/contract/audit-retention';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { SignInRetention_OrganisationFragment } from '../gql/graphql.ts';
import { NumberSetting } from '../ui/dialog/NumberSetting.tsx';
import { spanOf } from '../ui/layout/format.ts';

const organisationFragment = graphql(`
  fragment SignInRetention_organisation on Organisation { id signInRetentionDays viewerCanSetSignInRetention }
`);

const setDocument = graphql(`
  mutation SignInRetention_Set($input: SetSignInRetentionInput!) {
    setSignInRetention(input: $input) { organisation { id signInRetentionDays } }
  }
`);

interface SignInRetentionProps {
  organisation: FragmentType<SignInRetention_OrganisationFragment>;
}

/** How long sign-ins and refusals of an organisation have personal data, with a button to change it. */
export function SignInRetention({ organisation }: SignInRetentionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { mutate, busy, fieldErrors } = useMutationAction(setDocument, {
    success: 'Retention saved',
    fields: ['days'],
  });
  if (!complete || (data.signInRetentionDays === null && !data.viewerCanSetSignInRetention)) return null;
  const { id, signInRetentionDays: current } = data;
  return (
    <NumberSetting
      summary={
        current === null
          ? 'Sign-ins and refused requests are kept as long as other events.'
          : `Sign-ins and refused requests show people and IP addresses for ${spanOf(current)}.`
      }
      current={current}
      canChange={data.viewerCanSetSignInRetention}
      changeLabel="Change for sign-ins"
      title="How long should sign-ins show people?"
      label="Days"
      range={range}
      isOptional
      busy={busy}
      fieldError={fieldErrors.days}
      effectOf={effectOf}
      save={(days) => mutate({ input: { organisationId: id, days } })}
    />
  );
}

const effectOf = (days: number | null | undefined): string =>
  days == null
    ? 'Sign-ins and refused requests keep people and IP addresses until they are deleted. Data that was already erased cannot be restored.'
    : `People and IP addresses are permanently erased from sign-ins and refused requests older than ${spanOf(days)}. The events stay, without saying who they are of. This cannot be undone.`;
