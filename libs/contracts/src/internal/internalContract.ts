import type { ServiceName } from '@almanac/manifest';
import { z } from 'zod';
import { ContractError } from '../eventContract.ts';

/** The name by which a process identifies itself to another; `operator` is a command. */
export type Sender = ServiceName | 'gateway' | 'operator';

/** A request from one process to another, with its answer (docs/architecture.md §9). */
export interface InternalContract<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Answer = unknown,
  Service extends ServiceName | 'every' = ServiceName | 'every',
> {
  /** The answering service and the action: `core.ensure-tags`. */
  readonly name: string;
  /** The answering service; `every`: each service, to the gateway. */
  readonly service: Service;
  /** Processes that may send the request (docs/adr/0045). */
  readonly askedBy: readonly Sender[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path with its query; the sender replaces `{id}`. */
  readonly path: string;
  readonly description: string;
  /** The members of the JSON body; without members there is no body. */
  readonly request: z.ZodObject<Shape>;
  readonly answer: z.ZodType<Answer>;
  /**
   * Parses the answer; drops members that this release does not know.
   * @throws ContractError for an answer that violates the schema
   */
  parseAnswer(body: unknown): Answer;
}

type ContractDeclaration<Shape extends z.ZodRawShape, Answer> = Pick<
  InternalContract,
  'askedBy' | 'method' | 'path' | 'description'
> & {
  readonly request: z.ZodObject<Shape>;
  readonly answer: z.ZodType<Answer>;
};

/** Declares an internal request; its name starts with the answering service. */
export const internalContract = <Service extends ServiceName | 'every', Shape extends z.ZodRawShape, Answer>(
  name: `${Service}.${string}`,
  declared: ContractDeclaration<Shape, Answer>,
): InternalContract<Shape, Answer, Service> => ({
  ...declared,
  name,
  service: name.slice(0, name.indexOf('.')) as Service, // by its type the name begins with the service
  parseAnswer: (body) => {
    const parsed = declared.answer.safeParse(body);
    if (!parsed.success) throw new ContractError(name, z.prettifyError(parsed.error));
    return parsed.data;
  },
});

type DeclarationWithoutAskers<Shape extends z.ZodRawShape, Answer> = Omit<
  ContractDeclaration<Shape, Answer>,
  'askedBy'
>;

/** Creates the function that declares the internal requests of the given senders. */
export const contractsAskedBy =
  (...askedBy: readonly [Sender, ...Sender[]]) =>
  <Service extends ServiceName | 'every', Shape extends z.ZodRawShape, Answer>(
    name: `${Service}.${string}`,
    declared: DeclarationWithoutAskers<Shape, Answer>,
  ): InternalContract<Shape, Answer, Service> =>
    internalContract(name, { ...declared, askedBy });

/** A request without members. */
export const noMembers = z.object({});
