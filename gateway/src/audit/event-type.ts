import { type EventType as EventTypeName, eventTypeNames } from '@console/contract/event-types';
import type { EventType } from '../generated/resolvers-types.ts';

const enumName = (type: EventTypeName) => type.replace('.', '_').toUpperCase() as EventType;

/** The type in the schema for its name in the contract, and the other way round; null for an unknown one. */
export const toEventType = (name: unknown): EventType | null => {
  const known = eventTypeNames.find((one) => one === name);
  return known ? enumName(known) : null;
};
export const fromEventType = (type: EventType): EventTypeName =>
  eventTypeNames.find((name) => enumName(name) === type) as EventTypeName;
