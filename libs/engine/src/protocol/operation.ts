import type { z } from 'zod';

/** One operation of the engine for sites. */
export interface Operation<
  Asked extends z.ZodType = z.ZodType,
  Answer extends z.ZodType | 'xliff' = z.ZodType | 'xliff',
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path, with `{names}` for its values. */
  readonly path: string;
  readonly summary: string;
  /** The schema of the JSON body. */
  readonly asked?: Asked;
  /** The schema of the JSON answer with status 200, or an XLIFF file. */
  readonly answer: Answer;
  /** Error statuses besides 400, 401 and 413, which every operation has. */
  readonly refusals?: readonly number[];
  /** True if it is signed with the site's key from the account; else with the operator's. */
  readonly ofSite?: true;
  /** True if the answer contains keys or signs a person in; sites pass no such request on for their users. */
  readonly grantsAccess?: true;
}

export const operation = <Asked extends z.ZodType, Answer extends z.ZodType | 'xliff'>(
  declared: Operation<Asked, Answer>,
): Operation<Asked, Answer> => declared;

/** Returns the path of an operation with its values filled in. */
export const pathOf = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(String(values[name]));
  });
