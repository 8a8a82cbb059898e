import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EditOrganisationForm_OrganisationFragment } from '../gql/graphql.ts';
import { type EditEntry, type EditValues, editEntries, editValueAt, editValuesOf } from './editOrganisationValues.ts';

/**
 * The changes that another user saves while the form is open. An unchanged form follows by itself; otherwise they are loaded on demand
 * (`take`), into the unchanged fields. `base` is the organisation that the form was filled from, `theirs` the changed fields.
 */
export const useEditOrganisationBase = (
  form: UseFormReturnType<EditValues>,
  organisation: EditOrganisationForm_OrganisationFragment,
) => {
  const [base, setBase] = useState(organisation);
  const [requested, setRequested] = useState(false);
  const [theirs, setTheirs] = useState<readonly EditEntry[] | null>(null);

  const follow = useEffectEvent((onDemand: boolean) => {
    const [typed, before, now] = [form.getValues(), editValuesOf(base), editValuesOf(organisation)];
    const { logo, icon } = typed.organisation;
    const ownChanges = editEntries.filter((entry) => editValueAt(typed, entry) !== editValueAt(before, entry));
    if (!onDemand && (ownChanges.length > 0 || logo || icon)) return;
    const merged = { organisation: { ...now.organisation, logo, icon }, organiser: { ...now.organiser } };
    for (const entry of ownChanges) Object.assign(merged[entry.part], { [entry.field]: editValueAt(typed, entry) });
    form.setInitialValues(now);
    form.setValues(merged);
    setBase(organisation);
    setTheirs(onDemand ? editEntries.filter((entry) => editValueAt(now, entry) !== editValueAt(before, entry)) : null);
    setRequested(false);
  });
  useEffect(
    function followSavedChanges() {
      if (organisation.updatedAt !== base.updatedAt) follow(requested);
    },
    [organisation.updatedAt, base.updatedAt, requested],
  );
  return { base, theirs, take: () => setRequested(true) };
};
