import { ContractError, type InternalContract, type ServiceName } from '@almanac/contracts';
import { DomainError } from '@almanac/domain';
import { z } from 'zod';
import { type FetchInternal, type InternalRequest, ServiceUnavailableError } from './fetchInternal.ts';

interface Asked<Shape extends z.ZodRawShape> extends Omit<InternalRequest, 'method' | 'body'> {
  /** The members of the body, where the contract has any. */
  readonly send?: z.input<z.ZodObject<Shape>>;
  /** What is filled into the path. */
  readonly id?: number;
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

/**
 * Asks another service what a contract says, and checks the answer (docs/architecture.md §9). A refusal (4xx) is
 * answered, for the caller to hand on or not.
 * @throws ServiceUnavailableError for a service that is away or fails, and for an answer that is not what was agreed on
 */
export const askOf = async <Shape extends z.ZodRawShape, Answer>(
  fetchInternal: FetchInternal,
  contract: InternalContract<Shape, Answer>,
  service: ServiceName,
  { send, id, ...init }: Asked<Shape> = {},
): Promise<Said<Answer>> => {
  const path = contract.path.replace('{id}', String(id));
  const hasBody = Object.keys(contract.request.shape).length > 0;
  const { method } = contract;
  const { status, headers, body } = await fetchInternal(service, path, {
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
