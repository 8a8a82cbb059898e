import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { mobileText, type PersonRecord, personLabels, workOf } from './personValues.ts';

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
      <DescriptionGroup heading="Work" entries={[...workOf(user), [personLabels.roleId, user.role?.name]]} />
    </>
  );
}
