import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { mobileText, type PersonRecord, personLabels } from './personValues.ts';

/** The data of a person. */
export function PersonDetails({ user }: { user: PersonRecord }) {
  return (
    <>
      <DescriptionGroup
        heading="Person"
        entries={[
          [personLabels.firstName, user.firstName],
          [personLabels.lastName, user.lastName],
          [personLabels.email, user.email],
          [personLabels.mobile, mobileText(user)],
        ]}
      />
      <DescriptionGroup
        heading="Work"
        entries={[
          [personLabels.designation, user.designation],
          [personLabels.roleId, user.role?.name],
          [personLabels.supervisorEmail, user.supervisorEmail],
          [personLabels.department, user.department],
        ]}
      />
    </>
  );
}
