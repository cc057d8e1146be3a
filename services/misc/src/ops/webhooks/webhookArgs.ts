import { forUpdate, integer, invalid, text } from '@almanac/rest';
import { z } from 'zod';
import { typesArg } from '../feed/feedRoutes.ts';
import { webhookMessages } from './webhook.ts';

const written = ['active', 'paused'] as const;
const statuses = [...written, 'disabled'] as const;

const MAX_URL_LENGTH = 2_000;

export const webhookSchema = z
  .strictObject({
    id: z.int(),
    url: z.string(),
    types: z.array(z.string()),
    status: z.enum(statuses),
    created: z.string(),
    last_success_at: z.string().nullable(),
    last_error: z.string().nullable(),
    secret: z.string().optional().meta({ description: 'Only present in the answer that creates the webhook.' }),
  })
  .meta({ id: 'Webhook' });

/** True for an address of an allowed form. The routes check its host, port and scheme, and so does each delivery. */
const isHookAddress = (address: string): boolean => {
  const { protocol = '', username, password } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

/** Arguments that create a webhook. */
export const newArgs = {
  url: text({
    required: true,
    maxLength: MAX_URL_LENGTH,
    check: (value) => (isHookAddress(value) ? undefined : invalid(webhookMessages.url)),
    description: 'The address that receives the events; starts with https://.',
  }),
  types: typesArg,
  status: text({ enum: written, description: 'True if the webhook is active.' }),
};

/** Arguments that change a webhook. An unchanged `disabled` may be sent back and keeps the webhook disabled. */
export const changeArgs = {
  ...forUpdate(newArgs),
  status: text({ enum: statuses, description: 'True if the webhook is active.' }),
};

/** Argument with the id of a webhook. */
export const idArg = integer({ inPath: true, description: 'The id of the webhook.' });
