import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UserForm_UserFragment } from '../gql/graphql.ts';
import { type UserValues, userFields, valuesOf } from './userValues.ts';

/**
 * The changes that another user saves while the form is open. An unchanged form follows by itself; otherwise they are loaded on demand
 * (`take`), into the unchanged fields. `base` is the user that the form was filled from, `theirs` the changed fields.
 */
export const useTheirChanges = (form: UseFormReturnType<UserValues>, user: UserForm_UserFragment) => {
  const [base, setBase] = useState(user);
  const [wanted, setWanted] = useState(false);
  const [theirs, setTheirs] = useState<(keyof UserValues)[] | null>(null);

  const follow = useEffectEvent((asked: boolean) => {
    const [typed, before, now] = [form.getValues(), valuesOf(base), valuesOf(user)];
    const isTyped = (field: keyof UserValues) => typed[field] !== before[field];
    if (!asked && userFields.some(isTyped)) return;
    const kept = Object.fromEntries(userFields.filter(isTyped).map((field) => [field, typed[field]]));
    form.setInitialValues(now);
    form.setValues({ ...now, ...kept });
    setBase(user);
    setTheirs(asked ? userFields.filter((field) => now[field] !== before[field]) : null);
    setWanted(false);
  });
  useEffect(
    function followWhatIsSaved() {
      if (user.updatedAt !== base.updatedAt) follow(wanted);
    },
    [user.updatedAt, base.updatedAt, wanted],
  );
  return { base, theirs, take: () => setWanted(true) };
};
