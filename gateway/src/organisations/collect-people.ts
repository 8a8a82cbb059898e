import { organiserRole, type RoleKey } from '@console/contract/access';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { requiredSeniorPost, texts } from '@console/contract/rules';
import type { FieldError } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { CreateOrganisationInput } from '../generated/resolvers-types.ts';
import { findSeniorPost, type PersonForm, personFromInput, personProblems } from './person-form.ts';

export interface NewPerson {
  path: string;
  /** Designation of a senior position; null for the organiser. */
  post: string | null;
  form: PersonForm;
}

/** People of a form, the organiser first; problems by field, and with the specification's messages. */
export interface CollectedPeople {
  people: NewPerson[];
  problems: FieldError[];
  specTextProblems: FieldError[];
}

/** Collects people once each. A row with the organiser's email gives the organiser that position. */
export async function collectPeople(
  context: Context,
  { organiser, seniorManagement }: CreateOrganisationInput,
  callerRole: RoleKey | null,
): Promise<CollectedPeople> {
  const problems: FieldError[] = [];
  const specTextProblems: FieldError[] = [];
  const rows = seniorManagement.map(({ designationId, person }, index) => {
    const post = findSeniorPost(String(designationId));
    if (!post)
      problems.push({ path: `seniorManagement.${index}.designationId`, code: 'UNKNOWN', message: 'is unknown' });
    return { person, post, path: `seniorManagement.${index}` };
  });
  const holders = new Map<string, string>();
  const assignPost = (post: string | undefined, email: string, path: string) => {
    if (post === undefined) return;
    if (holders.has(post) && holders.get(post) !== email)
      specTextProblems.push({ path, code: 'TAKEN', message: texts.organisations.duplicateUser(post) });
    holders.set(post, holders.get(post) ?? email);
  };

  const organiserEmail = storedEmail(organiser.email);
  const organiserRows = rows.filter(({ person }) => storedEmail(person.email) === organiserEmail);
  const ownPost = findSeniorPost(organiser.designation) ?? organiserRows[0]?.post;
  for (const { post, path } of organiserRows)
    if (post && post !== ownPost)
      problems.push({
        path: `${path}.person.email`,
        code: 'TAKEN',
        message: `is the email address of the main Organiser, who already has the designation ${ownPost?.id}`,
      });
  assignPost(ownPost?.id, organiserEmail, 'organiser.designation');

  const people: NewPerson[] = [
    {
      path: 'organiser',
      post: null,
      form: await personFromInput(
        context,
        { ...organiser, designation: ownPost?.id ?? organiser.designation },
        { role: organiserRole, department: ownPost?.department },
      ),
    },
  ];
  const emails = new Set([organiserEmail]);
  for (const { person, post, path } of rows) {
    const email = storedEmail(person.email);
    if (!post || email === organiserEmail) continue;
    assignPost(post.id, email, `${path}.designationId`);
    if (email !== '' && emails.has(email))
      problems.push({ path: `${path}.person.email`, code: 'TAKEN', message: 'is given twice' });
    emails.add(email);
    const form = await personFromInput(context, { ...person, designation: post.id }, post);
    people.push({ path: `${path}.person`, post: post.id, form });
  }
  for (const { form, path } of people) problems.push(...personProblems(form, callerRole, path));
  if (!holders.has(requiredSeniorPost))
    specTextProblems.push({ path: 'seniorManagement', code: 'REQUIRED', message: texts.organisations.ceoRequired });
  return { people, problems, specTextProblems };
}
