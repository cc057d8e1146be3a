import { z } from 'zod';
import { commonRefusals } from './commonRefusals.ts';

/** The declared answer of a route with one status. */
export interface DeclaredAnswer {
  /** The JSON body, before `_fields`, `_embed` and `_envelope`; refusals default to the common error body. */
  readonly body?: z.ZodType;
  /** The content types of bodies that are not JSON, without parameters. */
  readonly contentTypes?: readonly string[];
  /** Headers of this answer, as values before they are written; `z.optional` for one that may be missing. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** Of a refusal: the values of `code`. */
  readonly codes?: readonly string[];
}

/**
 * The declared answers of a route by status: a JSON body, the codes of a refusal, or a full declaration.
 * `commonRefusals.ts` adds the refusals of every route.
 */
export type Answers = Readonly<Record<number, z.ZodType | readonly string[] | DeclaredAnswer>>;

const address = z.string().meta({ format: 'uri' });
const total = z.int().min(0);

/** Declares the answer to a creation: 201 with `Location`. */
export const created = (body: z.ZodType): DeclaredAnswer => ({ body, headers: { Location: address } });

/** The headers of paged answers (docs/interface/server.md §10.4). */
export const pagingHeaders = { 'X-Core-Total': total, 'X-Core-TotalPages': total, Link: z.string().optional() };

/** Declares a paged list of records. */
export const pagesOfRecords = (record: z.ZodType): DeclaredAnswer => ({
  body: z.array(record),
  headers: pagingHeaders,
});

/** The empty list, for clients that expect a list. */
export const emptyList = z.array(z.unknown()).max(0);

/** `_links` of a record (docs/interface/server.md §11). */
export const linksSchema = z.record(z.string(), z.array(z.looseObject({ href: z.string() }))).meta({ id: 'Links' });

/** `_embedded` of a record with links, for `_embed`. */
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
          // the messages of an outside service
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

/** The members of a route that decide its answers. */
interface Answering {
  readonly methods: readonly string[];
  readonly path: string;
  readonly answers?: Answers;
  readonly render?: unknown;
  readonly offered?: unknown;
}

/** The answer of an optional route that is not offered at present. */
const ROUTE_NOT_FOUND = [[404, ['rest_no_route']]] as const;

/** Returns the answers of a route in the order of their statuses, including those of every route. */
export const answersOf = (route: Answering): ReadonlyMap<number, DeclaredAnswer> => {
  const known = new Map<number, DeclaredAnswer>();
  for (const [status, answer] of Object.entries(route.answers ?? {})) known.set(Number(status), declaredOf(answer));
  const shared = [
    ...commonRefusals(route.methods, route.path),
    ...(route.offered === undefined ? [] : ROUTE_NOT_FOUND),
  ];
  for (const [status, codes] of shared) {
    const declared = known.get(status) ?? { body: errorSchema };
    known.set(status, { ...declared, codes: [...new Set([...(declared.codes ?? []), ...codes])] });
  }
  const sorted = [...known].sort(([one], [other]) => one - other);
  return new Map(sorted.map(([status, answer]) => [status, inEachForm(route, answer)]));
};

/** Adds the content types of a route with `render` to its refusals, which it also renders. */
const inEachForm = ({ answers, render }: Answering, answer: DeclaredAnswer): DeclaredAnswer => {
  const done = answers?.[200];
  if (render === undefined || answer.codes === undefined || done === undefined || !('contentTypes' in done))
    return answer;
  return { ...answer, contentTypes: done.contentTypes };
};
