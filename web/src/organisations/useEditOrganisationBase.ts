import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EditOrganisation_OrganisationFragment } from '../gql/graphql.ts';
import { type EditEntry, type EditValues, editEntries, editValueAt, editValuesOf } from './editOrganisationValues.ts';

/**
 * The changes that another user saves while the form is open. An unchanged form follows by itself; otherwise they are loaded on demand
 * (`take`), into the unchanged fields. `base` is the organisation that the form was filled from, `theirs` the changed fields.
 */
export const useEditOrganisationBase = (
  form: UseFormReturnType<EditValues>,
  organisation: EditOrganisation_OrganisationFragment,
) => {
  const [base, setBase] = useState(organisation);
  const [wanted, setWanted] = useState(false);
  const [theirs, setTheirs] = useState<readonly EditEntry[] | null>(null);

  const follow = useEffectEvent((asked: boolean) => {
    const [typed, before, now] = [form.getValues(), editValuesOf(base), editValuesOf(organisation)];
    const { logo, icon } = typed.organisation;
    const mine = editEntries.filter((entry) => editValueAt(typed, entry) !== editValueAt(before, entry));
    if (!asked && (mine.length > 0 || logo || icon)) return;
    const kept = { organisation: { ...now.organisation, logo, icon }, organiser: { ...now.organiser } };
    for (const entry of mine) Object.assign(kept[entry.part], { [entry.field]: editValueAt(typed, entry) });
    form.setInitialValues(now);
    form.setValues(kept);
    setBase(organisation);
    setTheirs(asked ? editEntries.filter((entry) => editValueAt(now, entry) !== editValueAt(before, entry)) : null);
    setWanted(false);
  });
  useEffect(
    function followWhatIsSaved() {
      if (organisation.updatedAt !== base.updatedAt) follow(wanted);
    },
    [organisation.updatedAt, base.updatedAt, wanted],
  );
  return { base, theirs, take: () => setWanted(true) };
};
