import type { z } from 'zod';

/** One thing that a site asks of the engine. */
export interface Operation<
  Asked extends z.ZodType = z.ZodType,
  Answer extends z.ZodType | 'xliff' = z.ZodType | 'xliff',
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With `{names}` for what is filled in. */
  readonly path: string;
  readonly summary: string;
  /** The JSON that is sent. */
  readonly asked?: Asked;
  /** The JSON of 200, or an XLIFF file. */
  readonly answer: Answer;
  /** Statuses beside 400, 401 and 413, which every operation knows. */
  readonly refusals?: readonly number[];
  /** Signed with the key that the account gave the site; else with the operator's. */
  readonly ofSite?: true;
}

export const operation = <Asked extends z.ZodType, Answer extends z.ZodType | 'xliff'>(
  declared: Operation<Asked, Answer>,
): Operation<Asked, Answer> => declared;

/** The path of an operation with its names filled in. */
export const pathOf = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(String(values[name]));
  });
