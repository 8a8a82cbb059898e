import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { type PersonRecord, personLabels } from './personValues.ts';
import { userLabels } from './userValues.ts';

interface PersonDetailsProps {
  user: PersonRecord;
  /** Not set for a role that cannot lead a department. */
  deptLead?: boolean | undefined;
  /** The role is elsewhere on the page. */
  withoutRole?: boolean;
}

/** The data of a person. */
export function PersonDetails({ user, deptLead, withoutRole = false }: PersonDetailsProps) {
  const { mobile, countryCode } = user;
  return (
    <>
      <DescriptionGroup
        heading="Person"
        entries={[
          [personLabels.firstName, user.firstName],
          [personLabels.lastName, user.lastName],
          [personLabels.email, user.email],
          [personLabels.mobile, mobile && [countryCode, mobile].filter(Boolean).join(' ')],
        ]}
      />
      <DescriptionGroup
        heading="Work"
        entries={[
          [personLabels.designation, user.designation],
          ...(withoutRole ? [] : [[personLabels.roleId, user.role?.name] as const]),
          ...(deptLead === undefined ? [] : [[userLabels.deptLead, deptLead ? 'Yes' : 'No'] as const]),
          [personLabels.supervisorEmail, user.supervisorEmail],
          [personLabels.department, user.department],
        ]}
      />
    </>
  );
}
