import { userLimitText } from '@console/contract/rules';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { fileAddress } from '../product-api/file-address.ts';
import { organisationFor } from '../product-api/reads.ts';
import { boolOf, idOf, isRecord, momentOf, recordOf, textOf, userLimitOf, userOf } from '../product-api/shape.ts';
import type { GatewaySettings } from '../settings.ts';

export const organisationsResolvers: Resolvers = {
  Query: {
    organisation: (_root, { id }, { api }) => organisationFor(api, String(id)),
  },

  Organisation: {
    id: ({ id }) => idOf(id) ?? '',
    guid: ({ guid }) => textOf(guid),
    brandName: ({ brandname }) => textOf(brandname) ?? '',
    legalName: ({ legalname }) => textOf(legalname),
    industry: ({ industry }) => textOf(industry),
    emailDomains: ({ email_domain }) =>
      (textOf(email_domain) ?? '').split(',').flatMap((domain) => domain.trim() || []),
    website: ({ website }) => textOf(website),
    logo: ({ logo }, _args, { services }) => storedFile(logo, services.settings),
    icon: ({ icon }, _args, { services }) => storedFile(icon, services.settings),
    facility({ facility }) {
      if (!isRecord(facility)) return null;
      return {
        pin: textOf(facility.pin),
        country: textOf(facility.country),
        state: textOf(facility.state),
        city: textOf(facility.city),
        registeredAddress: textOf(facility.registered_address),
      };
    },
    userLimit: ({ user_limit }) => userLimitOf(user_limit),
    userLimitText: ({ user_limit }) => userLimitText(userLimitOf(user_limit)),
    state: ({ is_disabled }) => (boolOf(is_disabled) ? 'DISABLED' : 'ACTIVE'),
    createdAt: ({ created_at }) => momentOf(created_at),
    updatedAt: ({ updated_at }) => momentOf(updated_at),
    organiser: ({ organizer }) => userOf(organizer),
  },
};

function storedFile(file: unknown, settings: GatewaySettings) {
  const { file_name, url: address } = recordOf(file);
  const url = fileAddress(address, settings);
  return url === null ? null : { name: textOf(file_name) ?? '', url };
}
