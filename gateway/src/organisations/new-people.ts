import type { RoleKey } from '@console/contract/access';
import { requiredPost, texts } from '@console/contract/rules';
import type { FieldError } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { CreateOrganisationInput } from '../generated/resolvers-types.ts';
import { givenPerson, type PersonForm, personFaults, postNamed } from './person-form.ts';

/** Somebody whom a new organisation is to have. */
export interface NewPerson {
  /** Where they stand in the input. */
  place: string;
  /** Their senior post; null for the organiser, whatever they hold. */
  post: string | null;
  form: PersonForm;
}

/** The people of a form: everybody once, the organiser first; what is wrong by field; and what is wrong in the product's own sentences. */
export interface NewPeople {
  people: NewPerson[];
  faults: FieldError[];
  said: FieldError[];
}

const key = (email: string) => email.trim().toLowerCase();

/** The people of a new organisation. A row with the organiser's own email is the organiser, who then holds that post. */
export async function newPeople(
  context: Context,
  { organiser, seniorManagement }: CreateOrganisationInput,
  own: RoleKey | null,
): Promise<NewPeople> {
  const faults: FieldError[] = [];
  const said: FieldError[] = [];
  const rows = seniorManagement.map(({ designationId, person }, index) => {
    const post = postNamed(String(designationId));
    if (!post) faults.push({ path: `seniorManagement.${index}.designationId`, message: 'is unknown' });
    return { person, post, place: `seniorManagement.${index}` };
  });
  const held = new Map<string, string>();
  const hold = (post: string | undefined, email: string, path: string) => {
    if (post === undefined) return;
    if (held.has(post) && held.get(post) !== email)
      said.push({ path, message: texts.organisations.duplicateUser(post) });
    held.set(post, held.get(post) ?? email);
  };

  const organiserEmail = key(organiser.email);
  const asSenior = rows.filter(({ person }) => key(person.email) === organiserEmail);
  const ownPost = postNamed(organiser.designation) ?? asSenior[0]?.post;
  for (const { post, place } of asSenior)
    if (post && post !== ownPost)
      faults.push({ path: `${place}.person.email`, message: `is the organiser’s, who holds ${ownPost?.id}` });
  hold(ownPost?.id, organiserEmail, 'organiser.designation');

  const people: NewPerson[] = [
    {
      place: 'organiser',
      post: null,
      form: await givenPerson(
        context,
        { ...organiser, designation: ownPost?.id ?? organiser.designation },
        { role: 'ORGANISER', department: ownPost?.department },
      ),
    },
  ];
  const emails = new Set([organiserEmail]);
  for (const { person, post, place } of rows) {
    const email = key(person.email);
    if (!post || email === organiserEmail) continue;
    hold(post.id, email, `${place}.designationId`);
    if (email !== '' && emails.has(email)) faults.push({ path: `${place}.person.email`, message: 'is given twice' });
    emails.add(email);
    const form = await givenPerson(context, { ...person, designation: post.id }, post);
    people.push({ place: `${place}.person`, post: post.id, form });
  }
  for (const { form, place } of people) faults.push(...personFaults(form, own, place));
  if (!held.has(requiredPost)) said.push({ path: 'seniorManagement', message: texts.organisations.ceoRequired });
  return { people, faults, said };
}
