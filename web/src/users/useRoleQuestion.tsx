import { storedEmail } from '@console/contract/fields/domain-rules';
import { useRef, useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import type { PersonValues } from './personValues.ts';
import type { PersonWithRole, RoleQuestionDialogProps } from './RoleQuestionDialog.tsx';

const RoleQuestionDialog = lazyPart<RoleQuestionDialogProps>(
  async () => (await import('./RoleQuestionDialog.tsx')).RoleQuestionDialog,
  whenOpened,
);

interface RoleQuestionOptions {
  /** The organisation of the people. */
  brandName: string;
  /** Whether it is the viewer's own organisation, where such a role is expected. */
  own: boolean;
  /** The people are rows of a file, or selected users. */
  counted?: RoleQuestionDialogProps['counted'];
  roles: readonly { id: string; name: string; reachesAllOrganisations: boolean }[];
}

type Person = Pick<PersonValues, 'firstName' | 'lastName' | 'email' | 'roleId'>;

const keyOf = ({ email, roleId }: Person): string => JSON.stringify([storedEmail(email), roleId]);

/** Asks once more before users of another organisation get a role that reaches all organisations; `agreed` resolves with the decision. */
export const useRoleQuestion = ({ brandName, own, counted, roles }: RoleQuestionOptions) => {
  const answered = useRef(new Set<string>());
  const [question, setQuestion] = useState<{ people: PersonWithRole[]; answer: (yes: boolean) => void } | null>(null);
  const agreed = async (people: readonly Person[]): Promise<boolean> => {
    const asked = people.flatMap((person) => {
      const role = roles.find(({ id, reachesAllOrganisations }) => id === person.roleId && reachesAllOrganisations);
      if (own || !role || answered.current.has(keyOf(person))) return [];
      const name = [person.firstName.trim(), person.lastName.trim()].filter(Boolean).join(' ') || person.email.trim();
      return [{ key: keyOf(person), name, role: role.name }];
    });
    if (asked.length === 0) return true;
    if (question) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ people: asked, answer: resolve });
    const yes = await promise;
    setQuestion(null);
    if (yes) for (const { key } of asked) answered.current.add(key);
    return yes;
  };
  const dialog = (
    <RoleQuestionDialog
      opened={question !== null}
      brandName={brandName}
      people={question?.people ?? []}
      counted={counted}
      onClose={() => question?.answer(false)}
      onConfirm={() => question?.answer(true)}
    />
  );
  return { agreed, dialog };
};
