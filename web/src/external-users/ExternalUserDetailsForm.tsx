import type { FragmentType } from '@apollo/client';
import { defaultDepartment } from '@console/contract/rules';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { UserForm_LookupsFragment, UserForm_UserFragment } from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { personChecksWithoutEmail } from '../users/personValues.ts';
import { UserForm } from '../users/UserForm.tsx';
import { type RoleLookups, useRoleChoices } from '../users/useRoleChoices.ts';
import { useRoleQuestion } from '../users/useRoleQuestion.tsx';
import { type UserValues, userFieldsWithoutEmail, userInputOf, userValuesOf } from '../users/userValues.ts';
import { useMapExternalUser } from './useMapExternalUser.ts';

// A separate query: the page is rendered without it.
const countryQuery = graphql(`
  query ExternalUserDetailsForm($id: ID!) { organisation(id: $id) { id facility { country } } }
`);

interface ExternalUserDetailsFormProps {
  user: UserForm_UserFragment;
  lookups: FragmentType<UserForm_LookupsFragment> & RoleLookups;
  organisationId: string;
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  listPath: string;
  onStale: () => void;
}

// The server names the fields by their path in the input.
const prefix = 'person.';
const fields = userFieldsWithoutEmail.flatMap((field) => [field, prefix + field]);

/** The details of an invited person without a home organisation, who has no record yet. */
export function ExternalUserDetailsForm({
  user,
  lookups,
  organisationId,
  own,
  listPath,
  onStale,
}: ExternalUserDetailsFormProps) {
  const navigate = useNavigate();
  const { trail } = useTrail();
  const roles = useRoleChoices(lookups);
  const { data } = usePageQuery(countryQuery, { id: organisationId }, { quiet: true });
  const question = useRoleQuestion({ brandName: 'This organisation', own, roles });
  const { map, busy, fieldErrors } = useMapExternalUser(organisationId, fields, onStale);
  const faults = useMemo(
    () => Object.fromEntries(Object.entries(fieldErrors).map(([path, text]) => [path.replace(prefix, ''), text])),
    [fieldErrors],
  );
  const known = userValuesOf(user);
  const saved = useSavedForm({
    name: `external-user-${user.id}`,
    initialValues: { ...known, department: known.department ?? defaultDepartment },
    validate: personChecksWithoutEmail,
    serverErrors: faults,
  });

  const save = async (values: UserValues, proposedCode: string) => {
    if (!(await question.agreed([values]))) return undefined;
    const { deptLead: _lead, ...person } = userInputOf(values, proposedCode);
    const answer = await map({ userId: user.id, person: { ...person, email: user.email } });
    // The details can make the user match other lists, so these are read again.
    return answer && (() => void navigate(listPath, { replace: true, state: trail }));
  };
  return (
    <>
      <UserForm
        saved={saved}
        lookups={lookups}
        organisationId={organisationId}
        country={data?.organisation?.facility?.country}
        roles={roles}
        withoutLead
        submitLabel="Add details"
        busy={busy}
        notice={<UnsentEmailsNote />}
        onSave={save}
        onCancel={() => void navigate(listPath, { state: trail })}
      />
      {question.dialog}
    </>
  );
}
