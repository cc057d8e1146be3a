import type { InternalContract, ServiceName } from '@almanac/contracts';
import { askOf, type InternalReply } from '@almanac/service';
import type { z } from 'zod';
import type { SignedIn } from '../sign-in/administrationPage.ts';

interface Asked<Shape extends z.ZodRawShape> {
  readonly at?: Readonly<Record<string, string | number>>;
  readonly send?: z.input<z.ZodObject<Shape>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that it may take. */
  readonly timeout?: number;
}

/** Milliseconds; who is asked may itself have to ask every service. */
const USUAL_TIMEOUT = 15_000;

/** Asks a service in the name, and the language, of who is signed in. */
export const askAs = <Shape extends z.ZodRawShape, Answer>(
  page: SignedIn,
  contract: InternalContract<Shape, Answer, ServiceName>,
  asked?: Asked<Shape>,
): Promise<InternalReply<Answer>> => askServiceAs(page, contract.service, contract, asked);

/** The same of what every service answers. */
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

/** A condition that a change is under, if any. */
export const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { headers: { 'if-match': etag } });

/** How many of a list there are on all its pages. */
export const totalOf = ({ headers }: InternalReply<unknown>): number => Number(headers.get('x-core-total'));
