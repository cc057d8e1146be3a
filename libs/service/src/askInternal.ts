import { ContractError, type InternalContract, type ServiceName } from '@almanac/contracts';
import { DomainError } from '@almanac/i18n';
import { z } from 'zod';
import { type FetchInternal, type InternalRequest, ServiceUnavailableError } from './fetchInternal.ts';

interface Asked<Shape extends z.ZodRawShape> extends Omit<InternalRequest, 'method' | 'body'> {
  /** The members of the contract's request: of the body, or of the query where the method has no body. */
  readonly send?: z.input<z.ZodObject<Shape>>;
  /** What is filled into the path; neither `.` nor `..`, which lead elsewhere. */
  readonly at?: Readonly<Record<string, string | number>>;
}

/** What was agreed on, or why it was refused. */
export type Said<Answer> =
  | { readonly headers: Headers; readonly body: Answer; readonly refused?: undefined }
  | { readonly headers: Headers; readonly body?: undefined; readonly refused: DomainError };

const refusal = z.object({
  code: z.string(),
  message: z.string(),
  data: z.looseObject({ status: z.unknown().optional() }).optional(),
});

/** A service's refusal as an error of ours: code, message and what it says beside them. */
const refusedWith = (service: string, status: number, body: unknown): DomainError => {
  const { success, data: said } = refusal.safeParse(body);
  if (!success) return new ServiceUnavailableError(service);
  const { status: _, ...data } = said.data ?? {};
  return new DomainError(said.code, status, said.message, { data });
};

const BODILESS: ReadonlySet<string> = new Set(['GET', 'DELETE']);

const pathOf = (path: string, at: Readonly<Record<string, string | number>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(at[name])));

/** What is sent in the address; a path that has a query of its own takes no members. */
const queryOf = (members: object): string => {
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  return said.length === 0 ? '' : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
};

/**
 * Asks another service what a contract says, and checks the answer (docs/architecture.md §9). A refusal (4xx) is
 * answered, for the caller to hand on or not.
 * @throws ServiceUnavailableError for a service that is away or fails, and for an answer that is not what was agreed on
 */
export const askOf = async <Shape extends z.ZodRawShape, Answer>(
  fetchInternal: FetchInternal,
  contract: InternalContract<Shape, Answer>,
  service: ServiceName,
  { send, at = {}, ...init }: Asked<Shape> = {},
): Promise<Said<Answer>> => {
  const { method } = contract;
  const hasBody = !BODILESS.has(method) && Object.keys(contract.request.shape).length > 0;
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

/** The same of the one service that answers it. */
export const askInternal = <Shape extends z.ZodRawShape, Answer>(
  fetchInternal: FetchInternal,
  contract: InternalContract<Shape, Answer, ServiceName>,
  asked?: Asked<Shape>,
): Promise<Said<Answer>> => askOf(fetchInternal, contract, contract.service, asked);
