import type { EventType } from '@console/contract/event-types';
import type { WebhookProblem } from '@console/contract/generated/schema-types';
import type { Generated, GeneratedAlways } from 'kysely';

/** Webhooks and what is sent to them. */
export interface WebhookTables {
  webhook: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    url: string;
    /** Null: all. */
    types: EventType[] | null;
    is_enabled: Generated<boolean>;
    /** When it was switched off because its deliveries failed. */
    switched_off_at: Generated<Date | null>;
    secret_sealed: Generated<string>;
    previous_secret_sealed: Generated<string>;
    previous_secret_until: Generated<Date | null>;
    /** The position of the activity up to which events have deliveries. */
    position: number;
    failing_since: Generated<Date | null>;
    /** Whether the last attempt was slow or not answered: it then shares places with others like it. */
    is_slow: Generated<boolean>;
    /** Nothing is sent before: the receiver has asked for it by `Retry-After`. */
    paused_until: Generated<Date | null>;
    created_at: Date;
  };
  webhook_delivery: {
    id: GeneratedAlways<number>;
    webhook_id: number;
    /** In the activity; it may be deleted there. */
    event_id: number;
    event_number: number;
    event_type: EventType;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    created_at: Date;
    /** From when the hours of attempts count: when it was made, or sent again by hand. */
    queued_at: Date;
    due_at: Date;
    /** Until when a platform that sends it has it for itself. */
    claimed_until: Generated<Date | null>;
    sent_at: Generated<Date | null>;
    duration_ms: Generated<number | null>;
    status: Generated<number | null>;
    problem: Generated<WebhookProblem | null>;
    answer: Generated<string | null>;
    redirect_url: Generated<string | null>;
  };
}
