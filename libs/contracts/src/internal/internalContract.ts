import type { ServiceName } from '@almanac/manifest';
import { z } from 'zod';
import { ContractError } from '../eventContract.ts';

/** A process of the site, as it names itself to those that it asks; `operator` is a command. */
export type Sender = ServiceName | 'gateway' | 'operator';

/** What a request of one process to another holds, and what is answered to it (docs/architecture.md §9). */
export interface InternalContract<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Answer = unknown,
  Service extends ServiceName | 'every' = ServiceName | 'every',
> {
  /** `core.ensure-tags`: the service that answers and what it does. */
  readonly name: string;
  /** Who answers; `every`: each service, to the gateway. */
  readonly service: Service;
  /** Who may ask (docs/adr/0045). */
  readonly askedBy: readonly Sender[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query; `{id}` is filled in by who asks. */
  readonly path: string;
  readonly description: string;
  /** The members of the JSON body; there is none where there are none. */
  readonly request: z.ZodObject<Shape>;
  readonly answer: z.ZodType<Answer>;
  /**
   * The answer as this release knows it.
   * @throws ContractError
   */
  parseAnswer(body: unknown): Answer;
}

type Declared<Shape extends z.ZodRawShape, Answer> = Pick<
  InternalContract,
  'askedBy' | 'method' | 'path' | 'description'
> & {
  readonly request: z.ZodObject<Shape>;
  readonly answer: z.ZodType<Answer>;
};

/** Declares an internal request; its name starts with the service that answers. */
export const internalContract = <Service extends ServiceName | 'every', Shape extends z.ZodRawShape, Answer>(
  name: `${Service}.${string}`,
  declared: Declared<Shape, Answer>,
): InternalContract<Shape, Answer, Service> => ({
  ...declared,
  name,
  service: name.slice(0, name.indexOf('.')) as Service, // which the type of the name begins with
  parseAnswer: (body) => {
    const parsed = declared.answer.safeParse(body);
    if (!parsed.success) throw new ContractError(name, z.prettifyError(parsed.error));
    return parsed.data;
  },
});

type Unasked<Shape extends z.ZodRawShape, Answer> = Omit<Declared<Shape, Answer>, 'askedBy'>;

/** Declares the internal requests of a file that all the same processes ask. */
export const contractsAskedBy =
  (...askedBy: readonly [Sender, ...Sender[]]) =>
  <Service extends ServiceName | 'every', Shape extends z.ZodRawShape, Answer>(
    name: `${Service}.${string}`,
    declared: Unasked<Shape, Answer>,
  ): InternalContract<Shape, Answer, Service> =>
    internalContract(name, { ...declared, askedBy });

/** A request without members. */
export const nothing = z.object({});
