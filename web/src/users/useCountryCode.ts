import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UseCountryCode_LookupsFragment } from '../gql/graphql.ts';
import { proposedCountryCode } from './userOptions.ts';

const lookupsFragment = graphql(`fragment useCountryCode_lookups on Lookups { countryCodes { id label } }`);

export type CountryCodeLookups = FragmentType<UseCountryCode_LookupsFragment>;

/** Default dialling code: that of the organisation's country. */
export const useCountryCode = (lookups: CountryCodeLookups | null, country: string | null | undefined): string => {
  const { data } = useFragment(lookupsFragment, lookups);
  return proposedCountryCode((data as Partial<UseCountryCode_LookupsFragment> | null)?.countryCodes, country);
};
