import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UserForm_UserFragment } from '../gql/graphql.ts';
import { type UserValues, userFields, userValuesOf } from './userValues.ts';

/**
 * The changes that another user saves while the form is open. An unchanged form follows by itself; otherwise they are loaded on demand
 * (`take`), into the unchanged fields. `base` is the user that the form was filled from, `theirs` the changed fields.
 */
export const useConcurrentChanges = (form: UseFormReturnType<UserValues>, user: UserForm_UserFragment) => {
  const [base, setBase] = useState(user);
  const [requested, setRequested] = useState(false);
  const [theirs, setTheirs] = useState<(keyof UserValues)[] | null>(null);

  const follow = useEffectEvent((onDemand: boolean) => {
    const [typed, before, now] = [form.getValues(), userValuesOf(base), userValuesOf(user)];
    const isTyped = (field: keyof UserValues) => typed[field] !== before[field];
    if (!onDemand && userFields.some(isTyped)) return;
    const ownInput = Object.fromEntries(userFields.filter(isTyped).map((field) => [field, typed[field]]));
    form.setInitialValues(now);
    form.setValues({ ...now, ...ownInput });
    setBase(user);
    setTheirs(onDemand ? userFields.filter((field) => now[field] !== before[field]) : null);
    setRequested(false);
  });
  useEffect(
    function followSavedChanges() {
      if (user.updatedAt !== base.updatedAt) follow(requested);
    },
    [user.updatedAt, base.updatedAt, requested],
  );
  return { base, theirs, take: () => setRequested(true) };
};
