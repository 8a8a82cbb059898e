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
  SingleSignOnOtherEmail: true,
};

export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    possibleTypes: {
      LoginResult: Object.keys(loginResults),
      AdoptResult: Object.keys(adoptResults),
      SingleSignOnResult: Object.keys(singleSignOnResults),
    },
    typePolicies: {
      // Exists once in a session, and has no id.
      Viewer: { keyFields: [] },
      ViewerPermissions: { keyFields: [] },
      Lookups: { keyFields: [] },
      // Ids are unique within their list only: a module belongs to its viewer.
      Option: { keyFields: false },
      AuditTarget: { keyFields: false },
      // A test has an id. Findings and domains are cached as parts of the object that contains them.
      SsoFinding: { keyFields: false },
      SsoDomain: { keyFields: false },
      Module: { keyFields: false },
      // Parts of the object that contains them: the selections of two fragments are merged.
      Facility: { merge: true },
      OrganisationCounts: { merge: true },
      Responder: { merge: true },
      StoredFile: { merge: true },
      UserDuties: { merge: true },
    },
  });
