import type { CommandContext } from '@almanac/event-sourcing';
import { mayManageSite } from '@almanac/identity';
import { z } from 'zod';
import { forbidden, restErrors } from './errors.ts';
import type { RestRequest } from './route.ts';

type MovedRecord = NonNullable<CommandContext['moved']>;

/** Names the record of another site that a write copies: JSON with the members of `MovedRecord`. */
export const MOVED_HEADER = 'x-core-moved';

const MAX_ID = 1_000_000_000;
const id = z.int().min(1).max(MAX_ID);
const time = z.iso.datetime();
const address = z.url({ protocol: /^https?$/ }).max(2_000);

const movedRecord = z.strictObject({
  from: address,
  id: id.optional(),
  guid: address.optional(),
  modified: time.optional(),
  created: time.optional(),
  revision: z.int().min(0).max(MAX_ID).optional(),
  author: z.int().min(0).max(MAX_ID).optional(),
  folder: z
    .string()
    .regex(/^\d{4}\/(?:0[1-9]|1[0-2])$/)
    .optional(),
});

/**
 * Returns the record of another site that a write copies; undefined for all other requests.
 * @throws DomainError 403 for anyone but administrators; 400 for an invalid header
 */
export const movedRecordOf = (
  request: Pick<RestRequest, 'method' | 'headers' | 'principal'>,
): MovedRecord | undefined => {
  const header = request.method === 'GET' ? undefined : request.headers[MOVED_HEADER];
  if (header === undefined) return undefined;
  if (!mayManageSite(request)) throw forbidden(request.principal);
  const read = movedRecord.safeParse(parsed(String(header)));
  if (!read.success) throw restErrors.movedInvalid();
  return read.data;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};
