import { parseUserLimit, texts, userLimitText } from '@console/contract/rules';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import type { PersonValues } from '../users/personValues.ts';
import { fullNameOf } from './organisationFormPerson.ts';
import type { WizardPost } from './wizardPosts.ts';
import { type WizardValues, wizardPersonOf } from './wizardValues.ts';

const personText = (person: PersonValues): string =>
  [fullNameOf(person), person.email.trim() && `(${person.email.trim()})`].filter(Boolean).join(' ');

export interface WizardSummaryProps {
  values: WizardValues;
  posts: readonly WizardPost[];
}

/** The entered values. */
export function WizardSummary({ values, posts }: WizardSummaryProps) {
  const { organisation, organiser } = values;
  const place = [organisation.city, organisation.state, organisation.country].filter((part) => part?.trim());
  const entries: (readonly [string, string | null | undefined])[] = [
    ['Brand name', organisation.brandName],
    ['Legal name', organisation.legalName],
    ['Industry', organisation.industry],
    ['Email domains', organisation.emailDomains],
    ['Website', organisation.website],
    ['User limit', values.userLimit ? userLimitText(parseUserLimit(values.userLimit)) : texts.noLimit],
    ['Logo', organisation.logo?.name],
    ['Icon', organisation.icon?.name],
    ['Place', place.join(', ')],
    ['Organiser', personText(organiser)],
    ...posts.map((post) => {
      const holder = wizardPersonOf(values, post);
      return [post.short, holder && personText(holder.person)] as const;
    }),
  ];
  return <DescriptionGroup heading="Summary" entries={entries.filter(([, value]) => value)} />;
}
