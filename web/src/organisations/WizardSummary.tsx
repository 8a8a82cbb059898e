import { organisationFields } from '@console/contract/fields/organisation-fields';
import { parseUserLimit, texts, userLimitText } from '@console/contract/rules';
import type { ReactNode } from 'react';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import type { Description } from '../ui/layout/DescriptionList.tsx';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import type { PersonValues } from '../users/personValues.ts';
import { fullNameOf } from './organisationFormPerson.ts';
import type { OrganisationWizardPost } from './organisationWizardPosts.ts';
import { type OrganisationWizardValues, organisationWizardPersonOf } from './organisationWizardValues.ts';

type Roles = readonly { id: string; name: string }[];

const personEntry = (person: PersonValues, roles: Roles): ReactNode => {
  const [name, email] = [fullNameOf(person), person.email.trim()];
  const role = roles.find(({ id }) => id === person.roleId);
  return (
    (name || email) && (
      <>
        {name && <div>{name}</div>}
        <EmailAddress email={email} />
        {role && <div>{role.name}</div>}
      </>
    )
  );
};

export interface WizardSummaryProps {
  values: OrganisationWizardValues;
  posts: readonly OrganisationWizardPost[];
  roles: Roles;
}

/** The entered values. */
export function WizardSummary({ values, posts, roles }: WizardSummaryProps) {
  const { organisation, organiser } = values;
  const place = [organisation.city, organisation.state, organisation.country].filter((part) => part?.trim());
  const entries: Description[] = [
    [organisationFields.brandname.label, organisation.brandName],
    [organisationFields.legalname.label, organisation.legalName],
    [organisationFields.industry.label, organisation.industry],
    [organisationFields.email_domain.label, organisation.emailDomains],
    [organisationFields.website.label, organisation.website],
    ['User limit', values.userLimit ? userLimitText(parseUserLimit(values.userLimit)) : texts.noLimit],
    [organisationFields.logo.label, organisation.logo?.name],
    [organisationFields.icon.label, organisation.icon?.name],
    ['Location', place.join(', ')],
    ['Organiser', personEntry(organiser, roles)],
    ...posts.map((post) => {
      const holder = organisationWizardPersonOf(values, post);
      return [post.short, holder && personEntry(holder.person, roles)] as const;
    }),
  ];
  return <DescriptionGroup heading="Summary" entries={entries.filter(([, value]) => value)} />;
}
