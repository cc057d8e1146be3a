import { changedFields, isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { miscErrors } from '../../errors.ts';

/** Writable fields of a webhook. */
export interface WebhookFields {
  readonly url: string;
  /** Types of events; empty for all. */
  readonly types: readonly string[];
  readonly status: 'active' | 'paused';
}

export interface Webhook extends Omit<WebhookFields, 'status'> {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  /** `disabled`: deliveries failed for days, or the receiver answered 410 Gone. */
  readonly status: 'active' | 'paused' | 'disabled';
  /** ISO 8601, UTC. */
  readonly created: string;
}

export type WebhookEvent =
  | Event<'WebhookCreated', WebhookFields>
  | Event<'WebhookChanged', Partial<WebhookFields>>
  | Event<'WebhookDisabled', { readonly reason: string }>
  /** A user requested a delivery again or, with null, a ping. */
  | Event<'WebhookDeliveryRequested', { readonly event: string | null }>
  | Event<'WebhookDeleted', Readonly<Record<never, never>>>;

export type WebhookCommand =
  | { readonly type: 'CreateWebhook'; readonly fields: WebhookFields }
  | { readonly type: 'ChangeWebhook'; readonly changes: Partial<WebhookFields> }
  | { readonly type: 'DisableWebhook'; readonly reason: string }
  | { readonly type: 'RequestDelivery'; readonly event: string | null }
  | { readonly type: 'DeleteWebhook' };

const absent: Webhook = { id: 0, version: 0, deleted: false, url: '', types: [], status: 'paused', created: '' };

export const webhookMessages = {
  disabled: '{name} is set to disabled by the site alone.',
  url: '{name} must be an address that begins with https://, without a port or credentials, outside the site’s own network.',
} as const;

export const webhookExists = ({ version, deleted }: Webhook): boolean => version > 0 && !deleted;

const changeOf = ({ type, data, meta }: Parameters<typeof webhookDecider.evolve>[1]): Partial<Webhook> => {
  switch (type) {
    case 'WebhookCreated':
      return { ...data, created: meta.at };
    case 'WebhookChanged':
      return data;
    case 'WebhookDisabled':
      return { status: 'disabled' };
    case 'WebhookDeliveryRequested':
      return {};
    case 'WebhookDeleted':
      return { deleted: true };
  }
};

/** Decider of webhooks, `webhook-<id>` (docs/interface/ops.md §9). */
export const webhookDecider: Decider<Webhook, WebhookEvent, WebhookCommand> = {
  category: 'webhook',
  initialState: absent,
  eventTypes: ['WebhookCreated', 'WebhookChanged', 'WebhookDisabled', 'WebhookDeliveryRequested', 'WebhookDeleted'],
  projectionVersion: 1,
  evolve: (state, event) => ({ ...state, ...changeOf(event), ...idAndVersion(event) }),
  /** @throws DomainError 404 */
  decide: (state, command) => {
    if (command.type === 'CreateWebhook') return [{ type: 'WebhookCreated', data: command.fields }];
    if (command.type === 'DisableWebhook')
      return webhookExists(state) && state.status === 'active'
        ? [{ type: 'WebhookDisabled', data: { reason: command.reason } }]
        : [];
    if (!webhookExists(state)) throw miscErrors.unknownWebhook();
    if (command.type === 'DeleteWebhook') return [{ type: 'WebhookDeleted', data: {} }];
    if (command.type === 'RequestDelivery')
      return [{ type: 'WebhookDeliveryRequested', data: { event: command.event } }];
    const changes = changedFields<WebhookFields>(state, command.changes);
    return isEmpty(changes) ? [] : [{ type: 'WebhookChanged', data: changes }];
  },
};

export const webhooks: Collection = {
  name: 'webhooks',
  projectionVersion: webhookDecider.projectionVersion,
  indexes: [['status'], ['created']],
};

export const webhookRegistration: RecordRegistration<Webhook, WebhookEvent> = {
  aggregate: webhookDecider,
  collection: webhooks,
  isGone: (state) => state.deleted,
  written: {
    route: '/ops/v1/webhooks/{id}',
    members: ({ url, types, status }) => ({ url, types, status }),
    name: ({ url }) => url,
  },
};
