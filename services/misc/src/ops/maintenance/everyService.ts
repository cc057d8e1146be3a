import type { InternalContract } from '@almanac/contracts';
import { serviceNames } from '@almanac/manifest';
import {
  askOf,
  type FetchInternal,
  type InternalRequest,
  ServiceUnavailableError,
  serviceErrors,
} from '@almanac/service';
import type { z } from 'zod';

/** Answer of a service; undefined if it does not answer. */
export interface ServiceAnswer<Answer> {
  readonly service: (typeof serviceNames)[number];
  readonly answer: Answer | undefined;
}

/** Sends the same request to every service, as the site or as the given principal. */
export const askEvery = <Shape extends z.ZodRawShape, Answer>(
  { fetchInternal }: { readonly fetchInternal: FetchInternal },
  contract: InternalContract<Shape, Answer>,
  send: z.input<z.ZodObject<Shape>>,
  asked: Pick<InternalRequest, 'timeout' | 'principal'> = {},
): Promise<ServiceAnswer<Answer>[]> =>
  Promise.all(
    serviceNames.map(async (service) => {
      try {
        const { body } = await askOf(fetchInternal, contract, service, { send, ...asked });
        return { service, answer: body };
      } catch (error) {
        if (!serviceErrors.serviceUnavailable.matches(error)) throw error;
        return { service, answer: undefined };
      }
    }),
  );

/**
 * Returns the first known result of the services; undefined if all answer without one.
 * @throws ServiceUnavailableError if there is no result and a service does not answer: it might have one
 */
export const firstOf = <Answer, Known>(
  said: readonly ServiceAnswer<Answer>[],
  read: (answer: Answer) => Known | null | undefined,
): { readonly service: ServiceAnswer<Answer>['service']; readonly known: Known } | undefined => {
  for (const { service, answer } of said) {
    const known = answer === undefined ? undefined : read(answer);
    if (known != null) return { service, known };
  }
  const away = said.find(({ answer }) => answer === undefined);
  if (away !== undefined) throw new ServiceUnavailableError(away.service);
  return undefined;
};
