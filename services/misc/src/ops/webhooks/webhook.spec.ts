import { given } from '@almanac/event-sourcing/testing';
import { type WebhookEvent, webhookDecider } from './webhook.ts';

const fields = { url: 'https://a.example/', types: [], status: 'active' } as const;
const created: WebhookEvent = { type: 'WebhookCreated', data: fields };
const disabled: WebhookEvent = { type: 'WebhookDisabled', data: { reason: 'away' } };
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: {} };
const disable = { type: 'DisableWebhook', reason: 'away' } as const;

describe('the decisions on a webhook', () => {
  it('store only differences', () => {
    given(webhookDecider).when({ type: 'CreateWebhook', fields }, undefined).then([created]);
    const change = { type: 'ChangeWebhook', changes: { ...fields, status: 'paused' } } as const;
    given(webhookDecider, [created])
      .when(change, undefined)
      .then([{ type: 'WebhookChanged', data: { status: 'paused' } }]);
    given(webhookDecider, [created]).when({ type: 'ChangeWebhook', changes: fields }, undefined).then([]);
  });

  it('disable an active one, until a person activates it again', () => {
    given(webhookDecider, [created]).when(disable, undefined).then([disabled]);
    given(webhookDecider, [created, disabled]).when(disable, undefined).then([]);
    given(webhookDecider, [created, disabled])
      .when({ type: 'ChangeWebhook', changes: { status: 'active' } }, undefined)
      .then([{ type: 'WebhookChanged', data: { status: 'active' } }]);
  });

  it('leave a deleted one alone, whatever deliveries remain', () => {
    given(webhookDecider, [created, deleted]).when(disable, undefined).then([]);
    given(webhookDecider, [created, deleted])
      .when({ type: 'RequestDelivery', event: null }, undefined)
      .thenThrows('ops_webhook_not_found', 404);
    given(webhookDecider).when({ type: 'DeleteWebhook' }, undefined).thenThrows('ops_webhook_not_found', 404);
  });
});
