import { z } from 'zod';
import { commonRefusals } from './commonRefusals.ts';

/** What a route answers with one status. */
export interface DeclaredAnswer {
  /** The JSON body, before `_fields`, `_embed` and `_envelope`; of refusals the common one where nothing else is said. */
  readonly body?: z.ZodType;
  /** The content types of bodies that are no JSON, without parameters. */
  readonly contentTypes?: readonly string[];
  /** Headers of this answer, as values before they are written; `z.optional` where one may be missing. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** Of a refusal: the values that `code` has. */
  readonly codes?: readonly string[];
}

/**
 * What a route answers, by status: a JSON body, the codes of a refusal, or all that there is to say. What every route
 * may refuse is added (`commonRefusals.ts`).
 */
export type Answers = Readonly<Record<number, z.ZodType | readonly string[] | DeclaredAnswer>>;

const address = z.string().meta({ format: 'uri' });
const total = z.int().min(0);

/** The answer that made a record: 201. */
export const created = (body: z.ZodType): DeclaredAnswer => ({ body, headers: { Location: address } });

/** The headers of what is answered by pages (docs/interface/server.md §10.4). */
export const pagingHeaders = { 'X-Core-Total': total, 'X-Core-TotalPages': total, Link: z.string().optional() };

/** A list of records that is answered by pages. */
export const pagesOfRecords = (record: z.ZodType): DeclaredAnswer => ({
  body: z.array(record),
  headers: pagingHeaders,
});

/** The list without items, where clients expect a list. */
export const emptyList = z.array(z.unknown()).max(0);

/** `_links` of a record (docs/interface/server.md §11). */
export const linksSchema = z.record(z.string(), z.array(z.looseObject({ href: z.string() }))).meta({ id: 'Links' });

/** What `_embed` adds to a record that has links. */
export const embeddedSchema = z.record(z.string(), z.array(z.unknown()));

/** The body of every refusal (docs/interface/server.md §12.1). */
export const errorSchema = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    data: z.looseObject({
      status: z.int().min(400).max(599),
      params: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
      details: z
        .union([
          z.record(z.string(), z.looseObject({ code: z.string(), message: z.string() })),
          // what a service outside has said
          z.array(z.string()),
        ])
        .optional(),
    }),
    get additional_errors(): z.ZodOptional<z.ZodArray<z.ZodType>> {
      return z.array(errorSchema).optional();
    },
  })
  .meta({ id: 'Error' });

const isCodes = (answer: Answers[number]): answer is readonly string[] => Array.isArray(answer);

const declaredOf = (answer: Answers[number]): DeclaredAnswer => {
  if (isCodes(answer)) return { body: errorSchema, codes: answer };
  if (answer instanceof z.ZodType) return { body: answer };
  return answer.codes === undefined ? answer : { body: errorSchema, ...answer };
};

/** What of a route decides its answers. */
interface Answering {
  readonly methods: readonly string[];
  readonly path: string;
  readonly answers?: Answers;
  readonly render?: unknown;
  readonly offered?: unknown;
}

/** What a route that is not always there answers while it is not. */
const AWAY = [[404, ['rest_no_route']]] as const;

/** The answers of a route in the order of their statuses, those that all routes share included. */
export const answersOf = (route: Answering): ReadonlyMap<number, DeclaredAnswer> => {
  const known = new Map<number, DeclaredAnswer>();
  for (const [status, answer] of Object.entries(route.answers ?? {})) known.set(Number(status), declaredOf(answer));
  const shared = [...commonRefusals(route.methods, route.path), ...(route.offered === undefined ? [] : AWAY)];
  for (const [status, codes] of shared) {
    const declared = known.get(status) ?? { body: errorSchema };
    known.set(status, { ...declared, codes: [...new Set([...(declared.codes ?? []), ...codes])] });
  }
  const sorted = [...known].sort(([one], [other]) => one - other);
  return new Map(sorted.map(([status, answer]) => [status, inEachForm(route, answer)]));
};

/** Of a route that renders answers in another form: its refusals are, too. */
const inEachForm = ({ answers, render }: Answering, answer: DeclaredAnswer): DeclaredAnswer => {
  const done = answers?.[200];
  if (render === undefined || answer.codes === undefined || done === undefined || !('contentTypes' in done))
    return answer;
  return { ...answer, contentTypes: done.contentTypes };
};
