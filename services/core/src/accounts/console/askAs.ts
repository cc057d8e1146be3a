import type { InternalContract, ServiceName } from '@almanac/contracts';
import { askOf, type InternalReply } from '@almanac/service';
import type { z } from 'zod';
import type { SignedIn } from '../sign-in/administrationPage.ts';

interface Asked<Shape extends z.ZodRawShape> {
  readonly at?: Readonly<Record<string, string | number>>;
  readonly send?: z.input<z.ZodObject<Shape>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout in milliseconds. */
  readonly timeout?: number;
}

/** Milliseconds; the requested service may itself send requests to every service. */
const USUAL_TIMEOUT = 15_000;

/** Sends a request to a service in the name, and the language, of the signed-in user. */
export const askAs = <Shape extends z.ZodRawShape, Answer>(
  page: SignedIn,
  contract: InternalContract<Shape, Answer, ServiceName>,
  asked?: Asked<Shape>,
): Promise<InternalReply<Answer>> => askServiceAs(page, contract.service, contract, asked);

/** Does the same for requests that every service answers. */
export const askServiceAs = <Shape extends z.ZodRawShape, Answer>(
  { core, user, request }: SignedIn,
  service: ServiceName,
  contract: InternalContract<Shape, Answer>,
  { headers = {}, timeout = USUAL_TIMEOUT, ...asked }: Asked<Shape> = {},
): Promise<InternalReply<Answer>> =>
  askOf(core.fetchInternal, contract, service, {
    ...asked,
    principal: user,
    language: request.language,
    correlation: request.context.correlation,
    headers: { ...headers, 'x-almanac-site': request.site, 'x-almanac-api-root': request.apiRoot },
    timeout,
  });

/** Returns the option for a conditional change; none without an ETag. */
export const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { headers: { 'if-match': etag } });

/** Returns the number of records on all pages of a list. */
export const totalOf = ({ headers }: InternalReply<unknown>): number => Number(headers.get('x-core-total'));
