import { ContractError, type InternalContract, type ServiceName } from '@almanac/contracts';
import { DomainError } from '@almanac/i18n';
import type { HeaderFields } from '@almanac/rest';
import { z } from 'zod';
import { ServiceUnavailableError } from './errors.ts';
import type { FetchInternal, InternalRequest } from './fetchInternal.ts';

interface InternalQuestion<Shape extends z.ZodRawShape> extends Omit<InternalRequest, 'method' | 'body'> {
  /** The members of the contract's request: in the body, or in the query for a method without body. */
  readonly send?: z.input<z.ZodObject<Shape>>;
  /** Values of the path's placeholders; `.` and `..` are not allowed, since they lead elsewhere. */
  readonly at?: Readonly<Record<string, string | number>>;
}

/** The agreed answer, or the refusal. */
export type InternalReply<Answer> =
  | { readonly headers: HeaderFields; readonly body: Answer; readonly refused?: undefined }
  | { readonly headers: HeaderFields; readonly body?: undefined; readonly refused: DomainError };

const refusal = z.object({
  code: z.string(),
  message: z.string(),
  data: z.looseObject({ status: z.unknown().optional() }).optional(),
});

/** Converts a service's refusal to a domain error with its code, message and data. */
export const refusedWith = (service: string, status: number, body: unknown): DomainError => {
  const { success, data: said } = refusal.safeParse(body);
  if (!success) return new ServiceUnavailableError(service);
  const { status: _, ...data } = said.data ?? {};
  return new DomainError(said.code, status, said.message, { data });
};

const BODILESS_METHODS: ReadonlySet<string> = new Set(['GET', 'DELETE']);

const pathOf = (path: string, at: Readonly<Record<string, string | number>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(at[name])));

/** Returns the members as a query; a path with a query of its own takes none. */
const queryOf = (members: object): string => {
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  return said.length === 0 ? '' : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
};

/**
 * Sends another service the request of a contract, and checks the answer (docs/architecture.md §9).
 * Returns a refusal (4xx), which the caller may pass on.
 * @throws ServiceUnavailableError for a service that is down or fails, and for an answer that breaks the contract
 */
export const askOf = async <Shape extends z.ZodRawShape, Answer>(
  fetchInternal: FetchInternal,
  contract: InternalContract<Shape, Answer>,
  service: ServiceName,
  { send, at = {}, ...init }: InternalQuestion<Shape> = {},
): Promise<InternalReply<Answer>> => {
  const { method } = contract;
  const hasBody = !BODILESS_METHODS.has(method) && Object.keys(contract.request.shape).length > 0;
  const path = pathOf(contract.path, at);
  const { status, headers, body } = await fetchInternal(service, hasBody ? path : path + queryOf(send ?? {}), {
    ...init,
    method,
    ...(hasBody && { body: send }),
  });
  if (status >= 500) throw new ServiceUnavailableError(service);
  if (status >= 400) return { headers, refused: refusedWith(service, status, body) };
  try {
    return { headers, body: contract.parseAnswer(body) };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ServiceUnavailableError(service, { cause: error });
  }
};

/** Sends the request to the contract's only service. */
export const askInternal = <Shape extends z.ZodRawShape, Answer>(
  fetchInternal: FetchInternal,
  contract: InternalContract<Shape, Answer, ServiceName>,
  asked?: InternalQuestion<Shape>,
): Promise<InternalReply<Answer>> => askOf(fetchInternal, contract, contract.service, asked);
