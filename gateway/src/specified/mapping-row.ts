import { endedStatus, withdrawnStatus } from '@console/contract/mapping-endings';
import { texts } from '@console/contract/rules';
import type { orgMapping } from '@console/contract/shapes';
import {
  boolOf,
  fullNameOf,
  idOf,
  isFalse,
  isoTimeOf,
  isRecord,
  type Raw,
  recordOf,
  textOf,
} from '../product-api/shape.ts';
import type {
  AcceptBlock,
  MappingRow,
  MappingState,
  MappingViewer,
  OrganisationRef,
  PersonRef,
} from './mapping-shapes.ts';

export type MappingBody = Raw<typeof orgMapping>;

type Answer = Pick<MappingBody, 'activated' | 'status' | 'show_activate_deactivate_button'>;

/** The product API's status text, else derived from the decision (SPEC 4). */
const statusTextOf = ({ status, activated }: Answer): string =>
  textOf(status)?.trim() ?? (boolOf(activated) ? texts.mappings.accepted : texts.mappings.pending);

const isPendingText = (text: string): boolean => text.toLowerCase() === texts.mappings.pending.toLowerCase();

/** State of a request. In a product API without a third value, false can also mean pending; the button or text then decides (CHECKLIST OPEN-43). */
export function mappingStateOf(answer: Answer): MappingState {
  if (boolOf(answer.activated)) return 'ACCEPTED';
  const waits = boolOf(answer.show_activate_deactivate_button) || isPendingText(statusTextOf(answer));
  return isFalse(answer.activated) && !waits ? (stoppedStates.get(statusTextOf(answer)) ?? 'REJECTED') : 'PENDING';
}

const stoppedStates: ReadonlyMap<string, MappingState> = new Map([
  [endedStatus, 'ENDED'],
  [withdrawnStatus, 'WITHDRAWN'],
]);

/** Buttons or texts of the row (SPEC 4), and why the viewer cannot accept. */
function actionOf(
  mapping: MappingBody,
  { mayAnswer, userId }: MappingViewer,
): Pick<MappingRow, 'action' | 'statusText' | 'acceptBlock' | 'viewerCanAccept' | 'viewerCanReject'> {
  const asked = boolOf(mapping.show_activate_deactivate_button);
  const answers = asked && mayAnswer;
  const acceptBlock = answers ? blockOf(mapping, userId) : null;
  const may = { acceptBlock, viewerCanAccept: answers && acceptBlock === null, viewerCanReject: answers };
  if (!asked) return { action: 'STATUS', statusText: statusTextOf(mapping), ...may };
  return { action: mayAnswer ? 'ACCEPT_OR_REJECT' : 'PENDING', statusText: texts.mappings.pending, ...may };
}

/** Why a request cannot be accepted, as far as the product API reports it. */
function blockOf({ vendor, customer, requester }: MappingBody, userId: string | null): AcceptBlock | null {
  if ([vendor, customer].some((party) => boolOf(recordOf(party).is_disabled))) return 'ORGANISATION_DISABLED';
  return isSameUser(requester, userId) ? 'OWN_INVITATION' : null;
}

export const isSameUser = (person: unknown, userId: string | null): boolean =>
  userId !== null && idOf(recordOf(person).id) === userId;

/** Public part of another organisation; null without an id or name. */
export function organisationRefOf(value: unknown, fallbackId?: unknown): OrganisationRef | null {
  const { id, brandname } = recordOf(value);
  const refId = idOf(id) ?? idOf(fallbackId);
  const brandName = textOf(brandname);
  return refId !== null && brandName !== null ? { id: refId, brandName } : null;
}

function personRefOf(value: unknown): PersonRef | null {
  if (!isRecord(value)) return null;
  const email = textOf(value.email);
  const person = { id: idOf(value.id), name: fullNameOf(value) || email, email };
  return person.id === null && person.name === null ? null : person;
}

/** Whether the listed organisation made the request: by its user, or by asking the other's. Without any user, only the asked side has the flag. */
function isRequestedBy(mapping: MappingBody, organisationId: string, counterpart: OrganisationRef): boolean {
  const parties = [organisationId, counterpart.id];
  const [asking, asked] = [mapping.requester, mapping.mapped_user].map((person) => idOf(recordOf(person).ent_org_id));
  if (asking && parties.includes(asking)) return asking === organisationId;
  if (asked && parties.includes(asked)) return asked !== organisationId;
  return !boolOf(mapping.show_activate_deactivate_button);
}

/** The other party's user of an accepted mapping, otherwise the requester (CHECKLIST OPEN-42). */
function organiserOf(
  { requester, mapped_user, activated }: MappingBody,
  { id }: OrganisationRef,
  requestedByOrganisation: boolean,
  counterpart: unknown,
): PersonRef | null {
  if (!boolOf(activated)) return personRefOf(requester);
  const ofCounterpart = (person: unknown, byRequest: boolean) => {
    const homeId = idOf(recordOf(person).ent_org_id);
    return (homeId === null ? byRequest : homeId === id) ? personRefOf(person) : null;
  };
  return (
    ofCounterpart(requester, !requestedByOrganisation) ??
    ofCounterpart(mapped_user, requestedByOrganisation) ??
    personRefOf(recordOf(counterpart).organizer)
  );
}

export const isReadableMapping = ({ id, customer, customer_id, vendor, vendor_id }: MappingBody): boolean =>
  idOf(id) !== null &&
  organisationRefOf(customer, customer_id) !== null &&
  organisationRefOf(vendor, vendor_id) !== null;

/** A mapping for the listed organisation and the viewer; null if a party is missing or it belongs to others. */
export function mappingRowOf(value: unknown, organisationId: string, viewer: MappingViewer): MappingRow | null {
  const mapping: MappingBody = recordOf(value);
  const id = idOf(mapping.id);
  const customer = organisationRefOf(mapping.customer, mapping.customer_id);
  const vendor = organisationRefOf(mapping.vendor, mapping.vendor_id);
  const counterpart = customer?.id === organisationId ? vendor : customer;
  const isParty = [customer?.id, vendor?.id].includes(organisationId);
  if (id === null || !customer || !vendor || !counterpart || !isParty) return null;
  const state = mappingStateOf(mapping);
  const requester = personRefOf(mapping.requester);
  const [createdAt, updatedAt] = [isoTimeOf(mapping.created_at), isoTimeOf(mapping.updated_at)];
  const mappedUser = personRefOf(mapping.mapped_user);
  const requestedByOrganisation = isRequestedBy(mapping, organisationId, counterpart);
  const other = counterpart === vendor ? mapping.vendor : mapping.customer;
  return {
    id,
    node: { id, customer, vendor, requester, mappedUser, state, createdAt, updatedAt, modules: mapping.modules },
    counterpart,
    requestedByOrganisation,
    organiser: organiserOf(mapping, counterpart, requestedByOrganisation, other),
    at: state === 'ACCEPTED' ? updatedAt : createdAt,
    ...actionOf(mapping, viewer),
  };
}
