import type { z } from 'zod';
import { subscribedModule } from '../calls/account.ts';
import { subscribedModel } from '../calls/assessments.ts';
import { externalUser, userMapping } from '../calls/external-users.ts';
import { moduleRole } from '../calls/lookups.ts';
import { sso } from '../calls/sso.ts';
import { responder, userRef } from '../calls/users.ts';
import { currentEntUsr } from '../current-user.ts';
import * as shapes from '../shapes.ts';

export interface ApiObject {
  title: string;
  schema: z.ZodObject;
  /** Required keys. A list row that lacks one is dropped; a call fails if its object lacks one. */
  needed: readonly string[];
  /** The object that this object extends. */
  base?: string;
}

/** The objects of responses, by their names in docs/product-api.md and the OpenAPI document. */
export const apiObjects = {
  User: { title: 'A user', schema: shapes.entUsr, needed: ['id', 'email'] },
  CurrentUser: { title: 'The signed-in user', schema: currentEntUsr, needed: ['id', 'email'], base: 'User' },
  KnownUser: { title: 'A user that another organisation can invite', schema: userRef, needed: ['id'] },
  Organisation: { title: 'An organisation', schema: shapes.entOrg, needed: ['id', 'brandname'] },
  OrganisationWithConfiguration: {
    title: 'An organisation with its configuration',
    schema: shapes.entOrgWithConfig,
    needed: ['id', 'brandname'],
    base: 'Organisation',
  },
  OrganisationReference: {
    title: 'The public part of an organisation',
    schema: shapes.orgRef,
    needed: ['id', 'brandname'],
  },
  Configuration: { title: 'The configuration of an organisation', schema: shapes.orgConfig, needed: [] },
  SingleSignOn: { title: 'Single sign-on settings', schema: sso, needed: [] },
  Mapping: {
    title: 'A mapping, or a request for one, between two organisations',
    schema: shapes.orgMapping,
    needed: ['id', 'vendor', 'customer'],
  },
  UserMapping: { title: 'The mapping of a user to an organisation', schema: userMapping, needed: [], base: 'Mapping' },
  ExternalUser: { title: 'An external user of an organisation', schema: externalUser, needed: ['user'] },
  Assessment: { title: 'An assessment', schema: shapes.asmt, needed: ['id', 'title'] },
  SubscribedModel: {
    title: 'A model that an organisation has subscribed to',
    schema: subscribedModel,
    needed: ['title'],
  },
  SubscribedModule: { title: 'A module of the suite', schema: subscribedModule, needed: ['moduleId'] },
  Role: { title: 'A role', schema: moduleRole, needed: ['idStr'] },
  Responder: { title: 'A responder', schema: responder, needed: ['ent_usr_id'] },
  Option: { title: 'An entry of a lookup list', schema: shapes.option, needed: ['label'] },
  File: { title: 'A stored file', schema: shapes.file, needed: ['url'] },
} as const satisfies Record<string, ApiObject>;
