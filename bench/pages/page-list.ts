import { apiKeyOf } from '../data.ts';
import { firstPages } from '../operations.ts';

/** A page of the console, as an Administrator opens it. */
export interface Page {
  name: string;
  variables: object;
}

export const pageKey = apiKeyOf('admin');

const other = { id: '3', own: false };
const own = { id: '', own: true };
const user = { id: '77' };

/** Each page, peek and late part of a page, as far as an API key opens it. Most pages are the same for the own and for another organisation, and listed for one. */
export const pages: readonly Page[] = [
  ['OrganisationPage', own],
  ['ProfilePage', { showsKeys: false, showsSecurity: false }],
  ['OrganisationListPage', firstPages],
  ['OrganisationListPage', { ...firstPages, search: 'in' }],
  ['OrganisationPage', other],
  ['ModelsPage', other],
  ['AssessmentsPage', { ...other, filter: {}, first: 25, offset: 0 }],
  ['AssessmentPeek', user],
  ['ConfigPage', other],
  ['OrganisationUsersPage', { id: '3', ...firstPages }],
  ['OwnUsersPage', firstPages],
  ['OwnUsersPage', { ...firstPages, search: 'an' }],
  ['UserPage', user],
  ['UserInvitation', user],
  ['EditUserPage', user],
  ['NewUserPage', other],
  ['UserUploadPage', own],
  ['InviteExternalUserPage', own],
  ['ExternalMappingPage', { ...own, ...firstPages }],
  ['InviteOrganisationPage', own],
  ['OrganisationWizardPage', {}],
  ['EditOrganisationPage', other],
  ['PendingPage', {}],
  ['ReviewsPage', other],
  ['StartReviewPage', other],
  ['Overview', {}],
  ['OrganisationPeek', { id: '3' }],
  ['UserPeek', user],
  ['OnboardOwnPage', {}],
  ['UserPageDetails', { ...user, withDuties: true, withSecurity: true }],
].map(([name, variables]) => ({ name: String(name), variables: variables as object }));
