import { InMemoryCache } from '@apollo/client';
import type {
  Adoption_AdoptMutation,
  SignIn_LoginMutation,
  SingleSignOnCallback_CompleteMutation,
} from '../gql/graphql.ts';

// A record, so that the compiler notices when the schema gains an outcome.
const loginResults: Record<SignIn_LoginMutation['login']['__typename'], true> = {
  LoginSuccess: true,
  OtpRequired: true,
  InvalidOtp: true,
  InvalidCredentials: true,
  UserNotFound: true,
  UserDisabled: true,
  OrganisationDisabled: true,
  SingleSignOnRequired: true,
  AddressNotAllowed: true,
};

const adoptResults: Record<Adoption_AdoptMutation['adoptSession']['__typename'], true> = {
  LoginSuccess: true,
  SessionOfAnother: true,
  HandoverInvalid: true,
  UserDisabled: true,
  OrganisationDisabled: true,
};

const singleSignOnResults: Record<SingleSignOnCallback_CompleteMutation['completeSingleSignOn']['__typename'], true> = {
  LoginSuccess: true,
  UserDisabled: true,
  OrganisationDisabled: true,
  SingleSignOnRefused: true,
};

export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    possibleTypes: {
      LoginResult: Object.keys(loginResults),
      AdoptResult: Object.keys(adoptResults),
      SingleSignOnResult: Object.keys(singleSignOnResults),
    },
    typePolicies: {
      // One of each in a session, and none has an id.
      Viewer: { keyFields: [] },
      ViewerPermissions: { keyFields: [] },
      Lookups: { keyFields: [] },
      // Ids are unique within their list only: a module belongs to its viewer.
      Option: { keyFields: false },
      AuditTarget: { keyFields: false },
      // A test has an id, what it found and a domain are parts of their owner.
      SsoFinding: { keyFields: false },
      SsoDomain: { keyFields: false },
      Module: { keyFields: false },
      // Parts of their owner: the selections of two fragments are merged.
      Facility: { merge: true },
      OrganisationCounts: { merge: true },
      Responder: { merge: true },
      StoredFile: { merge: true },
      UserDuties: { merge: true },
    },
  });
